import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { expect, it } from 'vitest'
import { wordsOf } from '../../src/features/calculators/port-words.ts'

const unitOf = (type: EnginePort['type'], numberFormat: string, description = 'Value') =>
  wordsOf({ name: 'Value', description, type, numberFormat, validation: undefined, defined: undefined }).unit

it('takes the unit of a number from its description or its format', () => {
  expect(unitOf('number', '0', 'Term (years)')).toEqual({ en: 'years' })
  expect(unitOf('percent', '0.00%')).toEqual({ en: '%' })
  expect(unitOf('currency', '#,##0"円"')).toEqual({ ja: '円' })
  expect(unitOf('currency', '[$€-407]#,##0')).toEqual({ en: '€' })
})

it('takes no unit from the words between the parts of a date', () => {
  expect(unitOf('date', 'yyyy"年"m"月"d"日"')).toBeUndefined()
  expect(unitOf('time', 'h"時"mm"分"')).toBeUndefined()
  expect(unitOf('datetime', 'd "de" mmmm')).toBeUndefined()
})
