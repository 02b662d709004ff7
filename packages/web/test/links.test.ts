import { expect, it } from 'vitest'
import { sourceFiles } from './source-files.ts'

it('links have a class, or the look of the element that they render', () => {
  const bare = [...sourceFiles('tsx')].flatMap(([file, source]) =>
    Array.from(
      source.matchAll(/<Link\b(?!\s+\{\.\.\.props\})(?:(?!className=(?!"mono"))[^>]|(?<==)>)*>/g),
      ([link]) => `${file}: ${link}`,
    ),
  )
  expect(bare).toEqual([])
})
