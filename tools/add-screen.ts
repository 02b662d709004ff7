import { parseArgs } from 'node:util'
import { addEntry, addMessage, Edits, end, say } from './generators/edit-source.ts'

/**
 * Generates a page: `npm run add-screen -- FEATURE NAME PATH --en TITLE --ja TITLE`, as in
 * `npm run add-screen -- mail Templates /admin/templates --en 'Mail templates' --ja 'メールのテンプレート'`.
 */

const usage = 'Usage: npm run add-screen -- FEATURE NAME PATH --en TITLE --ja TITLE'
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { en: { type: 'string' }, ja: { type: 'string' } },
})
const [feature, name, address] = positionals
if (!feature || !name || !address || !values.en || !values.ja) end(usage)
if (!/^[a-z]+(-[a-z]+)*$/.test(feature)) end(`FEATURE is a folder name such as products, not "${feature}"`)
if (!/^[A-Z][A-Za-z]+$/.test(name) || name.endsWith('Page')) end(`NAME is like Templates (without Page), not "${name}"`)
if (!/^\/[\w/$-]*$/.test(address)) end(`PATH is like /admin/templates or /products/$productId/notes, not "${address}"`)

const page = `${name}Page`
const title = `${name}.title`
const edits = new Edits()

edits.create(
  `packages/web/src/features/${feature}/pages/${page}.tsx`,
  `import { useText } from '../../../platform/messages/use-text.ts'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'

export function ${page}() {
  const text = useText()
  return (
    <Page title={text('${title}')}>
      <PageTrail items={[{ label: text('${title}') }]} />
    </Page>
  )
}
`,
)
edits.change('packages/web/src/app/navigation.ts', (source) =>
  addEntry(
    source,
    'places: readonly Place[] = [',
    `{
    path: '${address}',
    access: 'signed-in',
    frame: 'shell',
    page: async () => (await import('../features/${feature}/pages/${page}.tsx')).${page},
  }`,
  ),
)
for (const [language, text] of [
  ['en', values.en],
  ['ja', values.ja],
] as const) {
  edits.change(`packages/web/src/platform/messages/${language}.json`, (source) => addMessage(source, title, text))
}
edits.format()
say('Next: the entry in menu.ts or in productMenu of navigation.ts; queries.ts and mutations.ts; all states; a story.')
