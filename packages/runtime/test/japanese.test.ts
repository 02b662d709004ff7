import { describe, expect, test } from 'vitest'
import { textToNumber } from '../src/coerce.ts'

const japanese = { date1904: false, locale: 'ja-JP', now: () => 46_037.4375 }
const american = { ...japanese, locale: 'en-US' }

describe('text typed in Japan', () => {
  test.each([
    ['令和8年1月15日', 46_037],
    ['R8.1.15', 46_037],
    ['令和元年5月1日', 43_586],
    ['平成31年4月30日', 43_585],
    ['昭和64年1月7日', 32_515],
    ['昭和64/1/7', undefined],
    ['令和0年5月1日', undefined],
    ['2024年3月15', undefined],
    ['2024-03-15T06:00:00', undefined],
    ['2026年1月15日', 46_037],
    ['2026/1/15', 46_037],
    ['2026/1', 46_023],
    ['2026年1', undefined],
    ['１２３．５', 123.5],
    ['¥1,234', 1234],
    ['令和8年13月1日', undefined],
    ['R8', undefined],
    ['13時30分', 0.5625],
    ['１３時３０分', 0.5625],
    ['6時0分36秒', 0.250_416_666_666_666_7],
    ['2006年6月15日 13時30分', 38_883.5625],
    ['4時', undefined],
    ['13時30', undefined],
    ['2026年1月', 46_023],
    ['1月15日', 46_037],
    ['１月１５日', 46_037],
    ['2月29日', undefined],
    ['1月', undefined],
    ['15-Jan-2026', 46_037],
    ['1月15日 6:00 PM', 46_037.75],
  ])('%s', (text, expected) => {
    expect(textToNumber(text, japanese)).toBe(expected)
  })

  test.each(['令和8年1月15日', 'R8.1.15', '2026年1月15日', '2026/1', '13時30分'])('%s is no date elsewhere', (text) => {
    expect(textToNumber(text, american)).toBeUndefined()
  })
})
