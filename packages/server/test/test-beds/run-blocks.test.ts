import { expect, it } from 'vitest'
import { missingParts } from '../../src/features/test-beds/run-blocks.ts'

const blocks = Array.from({ length: 40 }, (_, block) => ({ block, cases: 200 }))

it('divides all blocks of a new run', () => {
  expect(missingParts(blocks, [])).toEqual([
    { block: 0, last: 14, cases: 3_000 },
    { block: 15, last: 29, cases: 3_000 },
    { block: 30, last: 39, cases: 2_000 },
  ])
})

it('leaves out what is stored in parts of another size, and reads over no gap', () => {
  const stored = [0, 20].map((block) => ({ block, cases: 2_000 }))
  expect(missingParts(blocks, stored)).toEqual([
    { block: 10, last: 19, cases: 2_000 },
    { block: 30, last: 39, cases: 2_000 },
  ])
  expect(missingParts(blocks, [...stored, { block: 10, cases: 2_000 }, { block: 30, cases: 2_000 }])).toEqual([])
})

it('takes blocks that are larger than a part one by one', () => {
  const large = [0, 1].map((block) => ({ block, cases: 5_000 }))
  expect(missingParts(large, [])).toEqual(large.map(({ block, cases }) => ({ block, last: block, cases })))
})

it('divides a large run into larger parts, so that it has few files', () => {
  const many = Array.from({ length: 10_000 }, (_, block) => ({ block, cases: 200 }))
  const parts = missingParts(many, [])
  expect(parts).toHaveLength(100)
  expect(parts.every(({ cases }) => cases === 20_000)).toBe(true)
})
