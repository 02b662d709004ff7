import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textToNumber } from '../src/coerce.ts'
import { classifyFormat } from '../src/formats/classify.ts'
import { formatValue } from '../src/formats/format.ts'
import { storedCode } from '../src/formats/local-code.ts'
import { localeOf } from '../src/locale.ts'

const setting = { date1904: false, locale: 'en-US' }

describe('what a format says about its values', () => {
  test.each([
    ['General', 'general'],
    ['0', 'integer'],
    ['#,##0', 'integer'],
    ['0.00', 'number'],
    ['_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)', 'number'],
    ['0%', 'percent'],
    ['0.00%', 'percent'],
    ['$#,##0.00', 'currency'],
    ['[$€-407] #,##0.00', 'currency'],
    ['"¥"#,##0', 'currency'],
    ['0.00E+00', 'scientific'],
    ['# ?/?', 'fraction'],
    ['m/d/yyyy', 'date'],
    ['[$-411]ggge"年"m"月"d"日"', 'date'],
    ['[$-F800]dddd, mmmm dd, yyyy', 'date'],
    ['h:mm:ss AM/PM', 'time'],
    ['[h]:mm', 'time'],
    ['mm:ss.0', 'time'],
    ['m/d/yyyy h:mm', 'datetime'],
    ['@', 'text'],
    ['"unclosed', 'general'],
  ] as const)('%s is %s', (code, kind) => {
    expect(classifyFormat(code)).toBe(kind)
  })
})

describe('formats of other languages', () => {
  test('separators and names follow the locale', () => {
    expect(formatValue(1234.5, '#,##0.00', { ...setting, locale: 'de-DE' })).toBe('1.234,50')
    expect(formatValue(46_037, 'd. mmmm yyyy', { ...setting, locale: 'de-DE' })).toBe('15. Januar 2026')
    expect(formatValue(0.5, '[$-407]ss.00', setting)).toBe('00.00')
    expect(formatValue(0.5, '[$-409]ss.00', { ...setting, locale: 'de-DE' })).toBe('00,00')
    expect(formatValue(43_586, 'ggge"年"', { ...setting, locale: 'ja-JP' })).toBe('令和1年')
    expect(formatValue(43_586, '[$-ja-JP-x-gannen]ggge"年"', setting)).toBe('令和元年')
  })

  // As in Microsoft's tables of format codes in these languages.
  test.each([
    ['ja-JP', 'd-mmm-yy', '15-Jan-26'],
    ['ja-JP', 'mmmm ddd dddd', 'January Thu Thursday'],
    ['ja-JP', 'aaa aaaa', '木 木曜日'],
    ['ja-JP', 'h:mm AM/PM', '6:00 PM'],
    ['ja-JP', '[$-411]AM/PM h:mm', '午後 6:00'],
    ['ja-JP', '午前/午後h"時"', '午後6時'],
    ['en-US', '[$-411]dddd', '木曜日'],
    ['ja-JP', '[$-407]mmmm', 'Januar'],
    ['ja-JP', '[$-F800]dddd, mmmm dd, yyyy', '2026年1月15日'],
    ['ja-JP', '[$-F400]h:mm:ss AM/PM', '18:00:00'],
    ['zh-CN', 'mmm dddd aaaa', 'Jan Thursday 星期四'],
    ['zh-CN', 'h:mm AM/PM', '6:00 PM'],
    ['ko-KR', 'dd-mmm-yyyy ddd aaaa', '15-Jan-2026 Thu 목요일'],
    ['ko-KR', 'h:mm AM/PM', '6:00 PM'],
    ['fr-FR', 'dddd d mmmm', 'jeudi 15 janvier'],
  ])('in %s, %s shows the evening of 15 January 2026 as %s', (locale, code, shown) => {
    expect(formatValue(46_037.75, code, { ...setting, locale })).toBe(shown)
  })

  test.each([
    ['de-DE', '15. Mrz'],
    ['pt-BR', '15. mar'],
    ['fr-FR', '15. mars'],
  ])('in %s, months are cut short as Windows does: %s', (locale, shown) => {
    expect(formatValue(46_096, 'd. mmm', { ...setting, locale })).toBe(shown)
    expect(textToNumber(shown.replace('.', ''), { ...setting, locale, now: () => 46_037 })).toBe(46_096)
  })

  test.each([
    ['de-DE', 'TT.MM.JJJJ', 'dd\\.mm\\.yyyy'],
    ['de-DE', 'TTTT, T. MMMM', 'dddd\\, d\\. mmmm'],
    ['de-DE', '#.##0,00 "EUR"', '#,##0.00 "EUR"'],
    ['de-DE', '[>0,5]0,0;Standard', '[>0.5]0.0;General'],
    ['de-DE', 'hh:mm:ss,00', 'hh:mm:ss.00'],
    ['de-DE', 'DD.MM.YYYY', '\\D\\D\\.mm\\.\\Y\\Y\\Y\\Y'],
    ['de-CH', 'JJJJ 0.00', 'yyyy 0.00'],
    ['fr-FR', 'jj/mm/aaaa h:mm AM/PM', 'dd/mm/yyyy h:mm AM/PM'],
    ['fr-FR', '# ##0,00 €', '#,##0.00 €'],
    ['nl-NL', '[uu]:mm', '[hh]:mm'],
    ['sv-SE', 'ÅÅÅÅ-MM-DD tt:mm', 'yyyy-mm-dd hh:mm'],
    ['hu-HU', 'éééé.hh.nn óó:pp:mm', 'yyyy\\.mm\\.dd hh:mm:ss'],
    ['en-GB', 'dd.mm.yyyy #,##0.00', 'dd.mm.yyyy #,##0.00'],
    ['ja-JP', 'ggge"年"m"月"', 'ggge"年"m"月"'],
    ['ja-JP', 'G/標準"円";[赤]-G/標準', 'General"円";[Black]-General'],
    ['ja-JP', '[色10]0.0;General', '[Color10]0.0;General'],
    ['zh-CN', 'G/通用格式', 'General'],
    ['ko-KR', 'G/표준', 'General'],
    ['de-DE', '0;[Rot]-0;[Farbe 3]0', '0;[Black]-0;[Color3]0'],
    ['fr-FR', '[Rouge]0,0', '[Black]0.0'],
    ['de-DE', '[Red]0', '[?]0'],
    ['ja-JP', '\\#,##0;\\-#,##0', '\\¥#,##0;\\¥-#,##0'],
  ])('in %s, the code %s is stored as %s', (locale, code, stored) => {
    expect(storedCode(code, localeOf(locale))).toBe(stored)
  })

  test('codes as long as a text can be are stored too', () => {
    const code = '0,'.repeat(16_000)
    expect(storedCode(code, localeOf('de-DE'))).toBe('0.'.repeat(16_000))
  })
})

describe('any text is a format or none, and never a crash', () => {
  test('made of the characters that mean something', () => {
    const codes = fc.string({ unit: fc.constantFrom(...Array.from('0#?.,%E+-/;@*_\\"[]hmsydgeaGeneralAPM$ >=<1()')) })
    fc.assert(
      fc.property(codes, fc.double({ noNaN: true, noDefaultInfinity: true }), (code, value) => {
        const shown = formatValue(value, code, setting)
        expect(shown === undefined || typeof shown === 'string').toBe(true)
        expect(typeof classifyFormat(code)).toBe('string')
      }),
      { seed: 20_260_115, numRuns: 3000 },
    )
  })
})

test('hours gone by that follow the seconds are right on the Mac only', () => {
  // Three days and some hours; that it looks like the number of the circle is chance.
  // oxlint-disable-next-line oxc/approx-constant
  const shown = (characterSet: 'windows' | 'mac') => formatValue(3.141_59, 's [hh]', { ...setting, characterSet })
  expect([shown('windows'), shown('mac')]).toEqual(['53 1293', '53 75'])
})
