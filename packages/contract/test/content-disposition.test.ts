import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contentDisposition, fileNameFrom } from '../src/content-disposition.ts'

it('carries any file name there and back in a header that holds plain characters only', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.constantFrom('attachment', 'inline'),
      (name, kind) => {
        const header = contentDisposition(kind, name)
        expect(header).toMatch(/^[\x20-\x7e]+$/)
        expect(header.startsWith(kind)).toBe(true)
        expect(fileNameFrom(header)).toBe(name.toWellFormed())
      },
    ),
    { seed: 20261115, numRuns: 500 },
  )
})

it.each([
  ['attachment; filename="a b.csv"', 'a b.csv'],
  ['attachment; filename="say \\"hi\\".txt"', 'say "hi".txt'],
  ['attachment; filename=plain.txt', 'plain.txt'],
  ['attachment; filename="old.txt"; filename*=UTF-8\'\'%E6%96%99.txt', '料.txt'],
  ['attachment; filename="old.txt"; filename*=UTF-8\'\'%zz', 'old.txt'],
  ['attachment', undefined],
  [null, undefined],
])('reads %s', (header, expected) => {
  expect(fileNameFrom(header)).toBe(expected)
})
