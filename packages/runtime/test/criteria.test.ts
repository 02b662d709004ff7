import { describe, expect, it } from 'vitest'
import { compileCriterion } from '../src/criteria.ts'
import { errors, type Scalar } from '../src/values.ts'

const context = { locale: 'en-US', date1904: false, now: () => 46_000 }

/** Texts of one length among which case makes no difference, and others that only look as if. */
const TEXTS = [
  'high',
  'HIGH',
  'High',
  'hihg',
  'higher',
  'hig',
  '',
  'loss',
  'loß',
  'k',
  'K',
  '\u212A',
  'i',
  'İ',
  'I',
  'ä',
  'Ä',
  '[',
  '{',
  '@',
  '`',
]

describe('a criterion that is a text', () => {
  it.each(TEXTS.filter((text) => text !== ''))(
    '%j matches texts that are the same in lower case, and nothing else',
    (sought) => {
      const matches = compileCriterion(sought, context)
      const expected = TEXTS.filter(
        (text) => text.length === sought.length && text.toLowerCase() === sought.toLowerCase(),
      )
      expect(TEXTS.filter((text) => matches(text))).toEqual(expected)
      const others: readonly Scalar[] = [null, 0, 1, true, false, errors.na]
      expect(others.filter((value) => matches(value))).toEqual([])
    },
  )

  it('with <> matches whatever the text alone does not', () => {
    const matches = compileCriterion('<>HIGH', context)
    const values: readonly Scalar[] = ['high', 'High', 'low', null, 4, errors.na]
    expect(values.filter((value) => matches(value))).toEqual(['low', null, 4, errors.na])
  })
})
