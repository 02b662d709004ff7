import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { errors, type Scalar } from '@sheetwright/runtime/values.ts'
import { describe, expect, test } from 'vitest'
import { BoundWorkbook } from '../../src/3-bind/bind-workbook.ts'
import { type CheckOptions, checkWorkbook } from '../../src/check/check-workbook.ts'
import { isSameValue } from '../../src/check/same-value.ts'
import { readSample } from '../read/read-sample.ts'
import type { WorkbookSpec } from '../workbook-builder.ts'

describe('two values count as the same', () => {
  test.each<[Scalar, Scalar, number, boolean]>([
    [1, 1, 0, true],
    [1.00000000001, 1, 0, false],
    [1.0000000000001, 1, 0, true],
    [1e-20, 0, 0, false],
    [1e-13, 0, 1000, true],
    [1e-11, 0, 1000, false],
    ['a', 'A', 0, false],
    [0, false, 0, false],
    ['', null, 0, false],
    [errors.na, errors.na, 0, true],
    [errors.na, errors.ref, 0, false],
    [errors.na, '#N/A', 0, false],
  ])('%s and %s with precedents up to %s: %s', (actual, saved, largest, same) => {
    expect(isSameValue(actual, saved, () => largest)).toBe(same)
  })
})

async function check(spec: WorkbookSpec, options: Partial<CheckOptions> = {}) {
  const bound = new BoundWorkbook(await readSample(spec), functions)
  return checkWorkbook(bound, { seed: 1, steps: 1_000_000, keep: 10, ...options })
}

test('a difference is told from the cells that only inherit it', async () => {
  const report = await check({
    sheets: [{ name: 'S', cells: { A1: 1, A2: { formula: 'A1+1', value: 5 }, A3: { formula: 'A2*2', value: 10 } } }],
  })
  expect(report.firstDifferences.map(({ cell, isCause }) => [cell, isCause])).toEqual([
    ['S!A2', true],
    ['S!A3', false],
  ])
  expect(report.contradictions).toBeUndefined()
})

test('with manual calculation the cells that contradict what was saved around them are listed', async () => {
  const report = await check({
    calculation: 'calcMode="manual"',
    sheets: [{ name: 'S', cells: { A1: 1, A2: { formula: 'A1+1', value: 5 }, A3: { formula: 'A2*2', value: 10 } } }],
  })
  expect(report).toMatchObject({
    compared: 1,
    equal: 1,
    notComparable: { stale: 1 },
    contradictions: { cells: 1, first: ['S!A2'] },
  })
})

test('names of another workbook are those of the sheet that a formula names, else those of the whole workbook', async () => {
  const name = (at: string, sheet?: number) =>
    `<definedName name="Rate" refersTo="='X'!$A$${at}"${sheet === undefined ? '' : ` sheetId="${sheet}"`}/>`
  const report = await check({
    externalLinks: [
      {
        target: 'file:///rates.xlsx',
        xml:
          '<externalLink xmlns:r="r"><externalBook r:id="rId1"><sheetNames><sheetName val="X"/><sheetName val="Y"/></sheetNames>' +
          `<definedNames>${name('1', 1)}${name('2', 0)}${name('3')}</definedNames>` +
          '<sheetDataSet><sheetData sheetId="0"><row r="1"><cell r="A1"><v>10</v></cell></row><row r="2"><cell r="A2"><v>20</v></cell></row>' +
          '<row r="3"><cell r="A3"><v>30</v></cell></row></sheetData></sheetDataSet></externalBook></externalLink>',
      },
    ],
    sheets: [
      {
        name: 'S',
        cells: {
          A1: { formula: '[1]!Rate', value: 30 },
          A2: { formula: '[1]X!Rate', value: 20 },
          A3: { formula: '[1]y!Rate', value: 10 },
          A4: { formula: '[1]Z!Rate', value: 30 },
        },
      },
    ],
  })
  expect(report).toMatchObject({ compared: 4, equal: 4, firstDifferences: [] })
})

test('a name given with the own workbook is that of the whole workbook', async () => {
  const report = await check({
    names: [
      { name: 'Rate', text: 'S!$B$1' },
      { name: 'Rate', text: 'S!$B$2', sheet: 0 },
      { name: 'Twice', text: 'LAMBDA(x,x*2)' },
    ],
    sheets: [
      {
        name: 'S',
        cells: {
          B1: 1,
          B2: 2,
          A1: { formula: 'Rate', value: 2 },
          A2: { formula: '[0]!Rate', value: 1 },
          A3: { formula: '[0]!Twice([0]S!Rate)', value: 4 },
          A4: { formula: '[0]S!B2+1', value: 3 },
        },
      },
    ],
  })
  expect(report).toMatchObject({ compared: 4, equal: 4, firstDifferences: [] })
})

test('the width of a column is in whole characters, without the margin around them, and 0 if it is hidden', async () => {
  const report = await check({
    sheets: [
      {
        name: 'S',
        beforeXml:
          '<sheetFormatPr defaultRowHeight="15" defaultColWidth="9.140625"/>' +
          '<cols><col min="2" max="2" width="12" customWidth="1"/><col min="3" max="3" width="12" hidden="1"/></cols>',
        cells: {
          A1: { formula: 'CELL("width",A1)', value: 8 },
          B1: { formula: 'CELL("width",B1)', value: 11 },
          C1: { formula: 'CELL("width",C1)', value: 0 },
        },
      },
    ],
  })
  expect(report).toMatchObject({ compared: 3, equal: 3, firstDifferences: [] })
})

test('with manual calculation an error that the file does not have is different, not old', async () => {
  const checked = (saved: { value: number } | { error: string }) =>
    check({
      calculation: 'calcMode="manual"',
      sheets: [{ name: 'S', cells: { A1: 'x', A2: { formula: 'A1+1', ...saved } } }],
    })
  expect(await checked({ value: 5 })).toMatchObject({ compared: 1, different: 1, notComparable: {} })
  expect(await checked({ error: '#N/A' })).toMatchObject({ compared: 0, notComparable: { stale: 1 } })
})

test('a sheet taken over from Lotus 1-2-3 counts text as 0', async () => {
  const cells = { A1: 'Week', A2: { formula: 'A1+5', value: 5 } }
  const spec = (beforeXml: string) => ({ sheets: [{ name: 'S', beforeXml, cells }] })
  expect(await check(spec('<sheetPr transitionEvaluation="1"/>'))).toMatchObject({ equal: 1 })
  expect(await check(spec(''))).toMatchObject({ different: 1 })
})

test('the clock stands where the file was saved, in the time zone that fits', async () => {
  const report = await check({
    modified: '2024-05-06T22:30:00Z',
    sheets: [
      { name: 'S', cells: { A1: { formula: 'TODAY()', value: 45_419 }, A2: { formula: 'HOUR(NOW())', value: 7 } } },
    ],
  })
  expect(report).toMatchObject({ compared: 2, equal: 2 })
})

test('what no engine can know is set apart, and what depends on it is held against the saved value', async () => {
  // 2024-03-05 10:00:00 is 45356.41666…
  const moment = 45_356.416_5
  const report = await check({
    modified: '2024-03-05T10:00:00Z',
    application: { name: 'Microsoft Excel', version: '16.0300' },
    sheets: [
      {
        name: 'S',
        cells: {
          A1: { formula: 'NOW()', value: moment },
          A2: { formula: 'A1*2', value: moment * 2 },
          A3: { formula: '"computed "&TEXT(NOW(),"hh:mm:ss")', value: 'computed 09:59:46' },
          A4: { formula: 'NOW()+1', value: moment + 1 },
          A5: { formula: 'NOW()', value: moment - 30 },
          B1: { formula: 'CELL("filename",A1)', value: 'C:\\Models\\[premium.xlsx]S' },
          B2: { formula: 'LEFT(CELL("filename",A1),9)', value: 'C:\\Models' },
          B3: { formula: 'INFO("system")', value: 'pcdos' },
          B4: { formula: 'LEFT(CELL("filename",A1),9)', value: 'D:\\Models' },
        },
      },
    ],
  })
  expect(report).toMatchObject({ compared: 3, equal: 1, notComparable: { clock: 3, environment: 3 } })
  expect(report.firstDifferences.map(({ cell }) => cell)).toEqual(['S!B4', 'S!A5'].toSorted())
  expect(report.firstApart.map(({ cell, reason }) => [cell, reason])).toContainEqual(['S!B3', 'environment'])
  expect(report.firstApart).toHaveLength(6)
})

test('what differs from the values of another program is set apart if asked, with both values', async () => {
  const spec = {
    application: { name: 'Gnumeric', version: '1' },
    sheets: [
      {
        name: 'S',
        cells: {
          A1: { formula: '1+1', value: 2 },
          A2: { formula: 'SUM(2,3)', value: 6 },
          A3: { formula: 'A2*2', value: 12 },
        },
      },
    ],
  }
  expect(await check(spec)).toMatchObject({ compared: 3, equal: 1, different: 2, firstApart: [] })
  expect(await check(spec, { isSavedByOther: true })).toMatchObject({
    compared: 2,
    equal: 2,
    different: 0,
    notComparable: { otherProgram: 1 },
    firstApart: [{ cell: 'S!A2', formula: '=SUM(2,3)', expected: 6, actual: 5, reason: 'otherProgram' }],
  })
})

test('an older version computed some functions less exactly', async () => {
  const checked = (version: string, value: number) =>
    check({
      application: { name: 'Microsoft Excel', version },
      sheets: [{ name: 'S', cells: { A1: { formula: 'BESSELJ(8,3)', value } } }],
    })
  expect(await checked('9.2720', -0.291_132_207)).toMatchObject({ compared: 0, notComparable: { olderVersion: 1 } })
  expect(await checked('9.2720', -0.2812)).toMatchObject({ different: 1 })
  expect(await checked('16.0300', -0.291_132_207)).toMatchObject({ different: 1 })
})

test('an older version refused some arguments, or took what is refused today', async () => {
  const checked = (version: string, formula: string, saved: { value: string } | { error: string }) =>
    check({
      application: { name: 'Microsoft Excel', version },
      sheets: [{ name: 'S', cells: { A1: { formula, ...saved } } }],
    })
  expect(await checked('8.0', 'ADDRESS(2,1,6)', { value: 'A$2' })).toMatchObject({ notComparable: { olderVersion: 1 } })
  expect(await checked('16.0300', 'ADDRESS(2,1,6)', { value: 'A$2' })).toMatchObject({ different: 1 })
  expect(await checked('15.0300', 'AND("1",1)', { error: '#VALUE!' })).toMatchObject({
    notComparable: { olderVersion: 1 },
  })
  expect(await checked('15.0300', 'NOT(AND("1",1))', { error: '#VALUE!' })).toMatchObject({ different: 1 })
  expect(await checked('15.0300', 'AND("1",1)*1', { error: '#VALUE!' })).toMatchObject({ different: 1 })
  expect(await checked('15.0300', 'SUMPRODUCT({1,2}*{3,4})', { error: '#VALUE!' })).toMatchObject({ different: 1 })
  expect(await checked('16.0300', 'AND("1",1)', { error: '#VALUE!' })).toMatchObject({ different: 1 })
})

test('what reads the last digits of an older version is computed from them', async () => {
  const cells = {
    A1: { formula: 'COMBIN(17,12)', value: 6188.000_000_000_001 },
    A2: { formula: '(A1-6188)=0', value: false },
  }
  const report = (version: string) =>
    check({ application: { name: 'Microsoft Excel', version }, sheets: [{ name: 'S', cells }] })
  expect(await report('14.0300')).toMatchObject({ compared: 2, equal: 2 })
  expect(await report('16.0300')).toMatchObject({ compared: 2, equal: 1 })
})

describe('regional settings', () => {
  const dayFirst: WorkbookSpec = {
    sheets: [
      {
        name: 'S',
        cells: {
          A1: { formula: 'DATEVALUE("31/12/2024")', value: 45_657 },
          A2: { formula: 'VALUE("2/3/2023")', value: 44_987 },
          A3: { formula: 'A2+1', value: 44_988 },
        },
      },
    ],
  }

  test('are those that the file was saved with', async () => {
    expect(await check(dayFirst)).toMatchObject({ equal: 3, different: 0, locale: 'en-GB' })
    const american = { A1: { formula: 'DATEVALUE("12/31/2024")', value: 45_657 }, A2: { formula: '1+1', value: 3 } }
    const report = await check({ sheets: [{ name: 'S', cells: american }] })
    expect(report).toMatchObject({ equal: 1, different: 1, locale: 'en-US' })
    const comma = { A1: { formula: '"Rate: "&0.5', value: 'Rate: 0,5' }, A2: { formula: 'VALUE("1,25")', value: 1.25 } }
    expect(await check({ sheets: [{ name: 'S', cells: comma }] })).toMatchObject({ different: 0, locale: 'de-DE' })
    const blank = { A1: { formula: 'FIXED(12345.5,1)', value: '12\u202f345,5' } }
    expect(await check({ sheets: [{ name: 'S', cells: blank }] })).toMatchObject({ different: 0, locale: 'fr-FR' })
    const japanese = {
      A1: { formula: 'TEXT(45000,"ggge年m月d日(aaa)")', value: '令和5年3月15日(水)' },
      A2: { formula: 'DATEVALUE("2023年3月15日")', value: 45_000 },
      A3: { formula: 'TEXT(45000,"ddd")', value: 'Wed' },
    }
    expect(await check({ sheets: [{ name: 'S', cells: japanese }] })).toMatchObject({ different: 0, locale: 'ja-JP' })
  })

  test('that were asked for stay, and others that fit better are named', async () => {
    const asked = await check(dayFirst, { locale: 'en-US' })
    expect(asked).toMatchObject({ different: 3, locale: 'en-US', fittingLocale: 'en-GB' })
    expect(await check(dayFirst, { locale: 'en-GB' })).not.toHaveProperty('fittingLocale')
  })
})

test('iteration starts from the saved values', async () => {
  // Starting from 0, the division would give #DIV/0! for ever.
  const cells = {
    A1: { formula: '(B1+2/B1)/2', value: Math.SQRT2 },
    B1: { formula: 'A1', value: Math.SQRT2 },
  }
  const report = await check({ calculation: 'iterate="1"', sheets: [{ name: 'S', cells }] })
  expect(report).toMatchObject({ equal: 2, different: 0 })
})

/** Interest on the average balance, as saved with iteration enabled. */
function loanWithCircularInterest(interest: number, isFinal = true): WorkbookSpec {
  const closing = 1000 + interest
  return {
    sheets: [
      {
        name: 'S',
        cells: {
          A1: 1000,
          A2: { formula: 'AVERAGE(A1,A3)*0.1', value: interest },
          A3: { formula: 'A1+A2', value: isFinal ? closing : 0 },
          A4: { formula: 'A3*2', value: closing * 2 },
        },
      },
    ],
  }
}

test('a cycle that was saved iterated is iterated from the saved values though the file does not ask for it', async () => {
  const report = await check(loanWithCircularInterest(100 / 0.95))
  expect(report).toMatchObject({ compared: 3, equal: 3, iteratedCycles: 1 })
})

test('a cycle whose saved values do not follow from each other is an error', async () => {
  const report = await check(loanWithCircularInterest(0, false))
  expect(report).toMatchObject({ compared: 3, equal: 0 })
  expect(report.iteratedCycles).toBeUndefined()
  expect(report.firstDifferences[0]?.actual).toBe('#NUM! (circular reference)')
})

test('what another application than Excel saved is compared like everything else', async () => {
  const report = await check({
    application: { name: 'LibreOffice/7.4', version: '7.4' },
    sheets: [{ name: 'S', cells: { A1: { formula: '1+1', value: 3 }, A2: { formula: 'A1*2', value: 6 } } }],
  })
  expect(report).toMatchObject({ compared: 2, equal: 0, different: 2 })
})
