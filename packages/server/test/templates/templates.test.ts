import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { SentFile } from '@sheetwright/contract/client.ts'
import { deleteTemplate } from '@sheetwright/contract/templates/delete-template.ts'
import { downloadTemplate } from '@sheetwright/contract/templates/download-template.ts'
import { listTemplateCategories } from '@sheetwright/contract/templates/list-template-categories.ts'
import { listTemplates } from '@sheetwright/contract/templates/list-templates.ts'
import { markFavouriteTemplate } from '@sheetwright/contract/templates/mark-favourite-template.ts'
import { saveTemplate } from '@sheetwright/contract/templates/save-template.ts'
import { starters } from '@sheetwright/contract/templates/template.ts'
import { expect, it } from 'vitest'
import { demoProducts } from '../../src/demo/demo-content.ts'
import { starterFiles } from '../../src/features/templates/starter-files.ts'
import { useTestServer } from '../support/test-server.ts'

const server = useTestServer()
const workbook = path.join(import.meta.dirname, '../../demo/Loan.xlsx')

const failureOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`no refusal: ${String(error)}`)
  return error
}

async function fileNamed(fileName: string) {
  return { content: new Blob([await readFile(workbook)]), fileName }
}

it('every tenant starts with the starters, four on a page and all favourites on one', async () => {
  const { client } = await server().signIn()
  const first = await client.call(listTemplates)
  expect([first.items.length, first.count]).toEqual([4, starters.length])
  const second = await client.call(listTemplates, { body: { page: 2 } })
  const all = [...first.items, ...second.items]
  expect(new Set(all.map(({ starter }) => starter))).toEqual(new Set(starters))
  expect(all.map(({ templateName }) => templateName)).toEqual(all.map(({ templateName }) => templateName).toSorted())

  for (const { id } of all) await client.call(markFavouriteTemplate, { params: { id, flag: 'true' } })
  const starred = await client.call(listTemplates, { body: { search: [{ field: 'isstarred', value: true }] } })
  expect(starred.items.length).toBe(starters.length)
  await client.call(markFavouriteTemplate, { params: { id: all[0]?.id ?? '', flag: 'false' } })
  expect((await client.call(listTemplates, { body: { search: [{ field: 'isstarred', value: false }] } })).count).toBe(1)

  const find = async (value: string) =>
    (await client.call(listTemplates, { body: { search: [{ field: 'templateName_co', value }] } })).items.map(
      ({ starter }) => starter,
    )
  expect(await find('GOAL seek')).toEqual(['loan'])
  expect(await find('住宅')).toEqual(['mortgage'])
  const health = [{ field: 'category_in', value: 'Health,Motor' } as const]
  expect((await client.call(listTemplates, { body: { search: health } })).items.map(({ starter }) => starter)).toEqual([
    'groupHealth',
    'motor',
  ])
  expect(await client.call(listTemplateCategories)).toContain('Pensions')
})

it('the demo uses every starter, and a download is the file itself', async () => {
  expect(demoProducts.map(({ file }) => file).toSorted()).toEqual(starterFiles.map(({ file }) => file).toSorted())
  const { client } = await server().signIn()
  const { items } = await client.call(listTemplates, { body: { pageSize: 100 } })
  const loan = items.find(({ starter }) => starter === 'loan')
  const { blob, fileName } = await client.call(downloadTemplate, { params: { id: loan?.id ?? '' } })
  expect(fileName).toBe('Loan.xlsx')
  expect(Buffer.from(await blob.arrayBuffer()).equals(await readFile(workbook))).toBe(true)
  expect(loan?.file.size).toBe(blob.size)
})

it('a template is added, changed and deleted by its owner and by supervisors', async () => {
  const supervisor = await server().signIn({ groups: ['supervisor:pf'] })
  const user = await server().signIn({ tenant: supervisor })
  const File = await fileNamed('Own.xlsx')
  const own = await user.client.call(saveTemplate, {
    body: { TemplateName: 'Own tariff', Categories: 'Motor, Fleet,Motor', Description: 'Ours' },
    files: { File },
  })
  expect(own).toMatchObject({
    templateName: 'Own tariff',
    categories: ['Motor', 'Fleet'],
    starter: null,
    mayChange: true,
  })
  const renamed = await supervisor.client.call(saveTemplate, { body: { Id: own.id, TemplateName: 'Fleet tariff' } })
  expect([renamed.templateName, renamed.file.name]).toEqual(['Fleet tariff', 'Own.xlsx'])

  const { items } = await user.client.call(listTemplates, { body: { pageSize: 100 } })
  const motor = items.find(({ starter }) => starter === 'motor')
  expect(motor?.mayChange).toBe(false)
  const id = motor?.id ?? ''
  const forbidden = user.client.call(deleteTemplate, { params: { id } })
  expect((await failureOf(forbidden)).code).toBe('PERMISSION_DENIED')
  // A changed starter belongs to its editor; a deleted one is not added again.
  const changed = await supervisor.client.call(saveTemplate, {
    body: { Id: id, TemplateName: 'Our cars' },
    files: { File },
  })
  expect([changed.starter, changed.file.name]).toEqual([null, 'Own.xlsx'])
  await supervisor.client.call(deleteTemplate, { params: { id } })
  await user.client.call(deleteTemplate, { params: { id: own.id } })
  expect((await user.client.call(listTemplates)).count).toBe(starters.length - 1)
  const gone = user.client.call(downloadTemplate, { params: { id } })
  expect((await failureOf(gone)).code).toBe('TEMPLATE_NOT_FOUND')
})

it('what is wrong with a template is named', async () => {
  const { client } = await server().signIn()
  const save = (TemplateName: string, files: { readonly File?: SentFile }) =>
    client.call(saveTemplate, { body: { TemplateName }, files })
  const taken = await failureOf(save('motor PREMIUM', { File: await fileNamed('Own.xlsx') }))
  expect(taken.code).toBe('TEMPLATE_ALREADY_EXISTS')
  const bare = await failureOf(save('Bare', {}))
  expect([bare.code, bare.fieldErrors[0]?.field]).toEqual(['MISSING_PARAMETERS', 'body.File'])
  const text = await failureOf(save('Text', { File: { content: new Blob(['x']), fileName: 'notes.txt' } }))
  expect([text.code, text.fieldErrors[0]?.allowed]).toEqual(['INVALID_FILE_TYPE', expect.stringContaining('.xlsx')])
  const fake = await failureOf(save('Fake', { File: { content: new Blob(['no workbook']), fileName: 'fake.xlsx' } }))
  expect(fake.code).toBe('INVALID_FILE_TYPE')
  expect((await failureOf(save('a/b', { File: await fileNamed('Own.xlsx') }))).code).toBe('INVALID_INPUT')
  const odd = client.call(listTemplates, { body: { search: [{ field: 'isstarred', value: 'perhaps' }] } })
  expect((await failureOf(odd)).fieldErrors[0]?.allowed).toBe('true, false')
})
