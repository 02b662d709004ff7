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
  const sizesOf = (total: number) => {
    const many = Array.from({ length: total / 200 }, (_, block) => ({ block, cases: 200 }))
    return missingParts(many, []).map(({ cases }) => cases)
  }
  expect(sizesOf(800_000)).toEqual(Array.from({ length: 100 }, () => 8_000))
  expect(sizesOf(2_000_000)).toEqual(Array.from({ length: 200 }, () => 10_000))
})
