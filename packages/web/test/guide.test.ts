import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Chapter, chapters, searchGuide } from '../src/features/guide/chapters.ts'

const folder = path.join(import.meta.dirname, '../src/features/guide/chapters')
const read = (language: string, name: string) => readFileSync(path.join(folder, language, `${name}.md`), 'utf8')

describe.each(['en', 'ja'])('the guide in %s', (language) => {
  it('has every chapter, each with a title, and no other', () => {
    const files = readdirSync(path.join(folder, language)).map((file) => file.replace('.md', ''))
    expect(files.toSorted()).toEqual([...chapters].toSorted())
    for (const name of chapters) expect(read(language, name)).toMatch(/^# .+\n\n/)
  })

  it('links to chapters that exist', () => {
    for (const name of chapters) {
      for (const [, linked] of read(language, name).matchAll(/\]\(\/guide\/([\w-]+)\)/g)) {
        expect(chapters).toContain(linked)
      }
    }
  })

  it('has the pictures that chapters name, and no other', () => {
    const named = chapters.flatMap((name) =>
      [...read(language, name).matchAll(/\]\(picture:([a-z-]+)\)/g)].map(([, picture]) => `${picture}.png`),
    )
    expect(readdirSync(path.join(folder, '../pictures', language)).toSorted()).toEqual(named.toSorted())
  })
})

it('both languages say the same in the same order', () => {
  const shape = (language: string, name: string) =>
    read(language, name)
      .split('\n')
      .flatMap((line) => (/^(#+ |\d\. |- |\| |```)/.exec(line) ? [line.slice(0, 2)] : []))
  for (const name of chapters) expect(shape('ja', name)).toEqual(shape('en', name))
})

it('finds chapters by all words of a search', () => {
  const guide: Chapter[] = [
    {
      name: 'workbooks',
      title: 'Preparing workbooks',
      markdown: 'Names declare **inputs**.\nMacros are not computed.',
    },
    { name: 'sharing', title: 'Sharing', markdown: 'People get inputs.' },
  ]
  expect(searchGuide(guide, 'inputs macros').map(({ chapter }) => chapter.name)).toEqual(['workbooks'])
  expect(searchGuide(guide, 'macros')[0]?.excerpt).toBe('Macros are not computed.')
  expect(searchGuide(guide, ' ')).toEqual([])
  expect(searchGuide(guide, 'nowhere')).toEqual([])
})
