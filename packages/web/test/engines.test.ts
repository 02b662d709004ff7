import type { PublishCheck } from '@sheetwright/contract/engines/publish-checks.ts'
import { describe, expect, test } from 'vitest'
import { callFindings } from '../src/features/call-log/call-findings.ts'
import { callLogFromSearch, callLogToSearch } from '../src/features/call-log/call-log-state.ts'
import { revisionName } from '../src/features/call-log/revision-name.ts'
import { mappingOf, mappingText, moved } from '../src/features/engines/chain-form.ts'
import { changeOf, differingTexts } from '../src/features/engines/differing-digits.ts'
import { diagnosticText, refusalText } from '../src/features/engines/diagnostic-text.ts'
import { engineListFromSearch, engineListToSearch } from '../src/features/engines/engine-list-state.ts'
import { executeProgress } from '../src/ui/progress.ts'
import { portProblem } from '../src/features/engines/properties-form.ts'
import { findingText, publishAlthough } from '../src/features/engines/publish-check-text.ts'
import { programName } from '../src/features/engines/verdict-looks.ts'
import { createServerText } from '../src/platform/messages/server-text.ts'
import japanese from '../src/platform/messages/server-texts.ja.json' with { type: 'json' }
import { exactText, valueText } from '../src/ui/value-text.ts'
import { isWorkbookName, serviceNameOf } from '../src/features/engines/workbook-file.ts'

describe('progress after an upload', () => {
  test('rises in steps of 10 and ends at 90', () => {
    expect([0, 9, 10, 44, 89, 95, 100].map(executeProgress)).toEqual([0, 0, 10, 40, 80, 90, 90])
  })
})

test('a failing output is told in the language of the page', () => {
  const finding = { name: 'Premium', before: null, after: 'The result is the Excel error #NAME?. (S!B3)' }
  const text = (_: string, values: object = {}) => Object.values(values).join(': ')
  expect(findingText(text, () => 'translated', finding)).toBe('Premium: translated')
})

test('values of a finding have the 15 digits of Excel, unless that hides the difference', () => {
  const text = (_: string, values: object = {}) => Object.values(values).slice(1).join(' → ')
  const shown = (before: string, after: string) => findingText(text, String, { name: 'Premium', before, after })
  expect(shown('919.7699999999999', '979.1099999999999')).toBe('919.77 → 979.11')
  expect(shown('0.1', '0.10000000000000002')).toBe('0.1 → 0.10000000000000002')
  expect(shown('007', 'A1.5')).toBe('007 → A1.5')
})

test('why a workbook was refused is told in the language of the page', () => {
  const text = (id: string, values: object = {}) => [id, ...Object.values(values)].join(' ')
  const refused = (code: string, message: string) => refusalText(text, createServerText(japanese), code, message)
  expect(
    refused(
      'NOT_A_WORKBOOK',
      'This is not an Excel workbook but a text file (such as CSV). Open it in Excel and save it as an Excel workbook (.xlsx).',
    ),
  ).toMatch(/^Excel のブックではなくテキストファイル（CSV など）です。/)
  expect(
    refused('Xinput_age', 'Xinput_age is declared more than once. Remove or rename all but one in the Name Manager.'),
  ).toContain('重複して宣言されています')
  expect(refused('FILE_EMPTY', 'The file is empty. Choose a workbook that was saved by Excel.')).toContain('空です')
  const cycle = 'Calc!B3: The cell depends on its own value. Cells of the cycle: Calc!B3, Calc!B4'
  expect(refused('CIRCULAR_REFERENCE', cycle)).toBe('Iteration.cell Calc!B3 Calc!B3, Calc!B4')
})

test('the reason in a diagnostic is told in the language of the page', () => {
  const text = (_: string, values: object = {}) => Object.values(values).join(': ')
  const told = diagnosticText(text, createServerText(japanese), {
    code: 'PART_DAMAGED',
    cell: null,
    severity: 'warning',
    message: '',
    data: { part: 'xl/theme/theme1.xml', reason: 'its checksum is wrong' },
  })
  expect(told).toBe('xl/theme/theme1.xml: チェックサムが一致しません')
})

test('tables are not quoted in a finding', () => {
  const text = (id: string, { name }: { name?: string } = {}) => `${id} ${name}`
  const finding = { name: 'Plan', before: '[{"Year":1,"Premium":561.33', after: '[{"Year":1,"Premium":612.36' }
  expect(findingText(text, String, finding)).toBe('PublishCheck.finding.table Plan')
})

test('the button for publishing says what fails, or how much', () => {
  const text = (id: string, { subject, count }: { subject?: string; count?: number } = {}) =>
    `${id} ${subject} ${count}`
  const check = { message: '', facts: {}, findings: [], count: 137 }
  const proof = { ...check, code: 'PROOF_DIFFERS', outcome: 'failed' } as const
  const results = { ...check, code: 'RESULTS_CHANGE', outcome: 'failed' } as const
  const said = (...checks: PublishCheck[]) => publishAlthough(text, '2.0.0', checks)
  expect(said(proof, { ...results, outcome: 'passed' })).toBe('PublishAlthough.cells 2.0.0 137')
  expect(said(proof, results)).toBe('PublishAlthough.checks 2.0.0 2')
  expect(said({ ...proof, outcome: 'passed' })).toBeUndefined()
  expect(publishAlthough(text, '2.0.0', undefined)).toBeUndefined()
})

test('the revision of a call is only called gone if one ran', () => {
  const calls = [
    { versionId: null, revision: null },
    { versionId: 'id', revision: null },
    { versionId: 'id', revision: '1.0.0' },
  ]
  expect(calls.map((call) => revisionName((id) => id, call))).toEqual(['–', 'Calls.versionGone', '1.0.0'])
})

test('the program that saved a file goes by its name and version', () => {
  const built = 'LibreOffice/25.2.3.2$Linux_X86_64 LibreOffice_project/520a9b'
  expect([built, 'LibreOffice', 'Microsoft Excel', 'SheetJS'].map(programName)).toEqual([
    'LibreOffice 25.2.3.2',
    'LibreOffice',
    'Microsoft Excel',
    'SheetJS',
  ])
})

describe('values', () => {
  test.each([
    [21_500, '#,##0.00', '21,500.00'],
    [0.0315, '0.00%', '3.15%'],
    [919.7699999999999, undefined, '919.77'],
    ['2026-01-15', 'yyyy-mm-dd', '2026-01-15'],
    [true, undefined, 'TRUE'],
    [null, undefined, ''],
  ])('%s with %s is shown as %s', (value, format, shown) => {
    expect(valueText(value, format)).toBe(shown)
  })

  test('the exact text keeps every digit', () => {
    expect(exactText(919.7699999999999)).toBe('919.7699999999999')
  })
})

describe('differences', () => {
  test('begin at the first digit that differs', () => {
    expect(differingTexts('900.5', '919.77')).toEqual({ same: '9', left: '00.5', right: '19.77' })
    expect(differingTexts('12', '12.5')).toEqual({ same: '12', left: '', right: '.5' })
  })

  test('have a share of what was expected, where that is not zero', () => {
    expect(changeOf(200, 150)).toEqual({ absolute: -50, relative: -0.25 })
    expect(changeOf(-200, -150)).toEqual({ absolute: 50, relative: 0.25 })
    expect(changeOf(0, 3)).toEqual({ absolute: 3 })
    expect(changeOf('#N/A', 3)).toBeUndefined()
  })
})

describe('names of inputs', () => {
  const ports = ['Age', ' age', '', 'Quote.Sum', 'Sum'].map((name) => ({ originalName: name, name, description: '' }))

  test('are there, free of dots, and unique whatever their case', () => {
    expect(ports.map((_, index) => portProblem(ports, index))).toEqual(['twice', 'twice', 'empty', 'dot', null])
  })
})

describe('mappings of a chain', () => {
  test('are lines of input and output', () => {
    const mapping = { Sum: 'AnnualPremium', 'Start date': 'Cover = start' }
    expect(mappingOf(mappingText(mapping))).toEqual(mapping)
    expect(mappingOf(' Sum=Premium \n\n')).toEqual({ Sum: 'Premium' })
    expect(mappingOf('Sum')).toBeUndefined()
  })

  test('steps move by one place and stay at the ends', () => {
    const steps = ['a', 'b', 'c'].map((id) => ({ engineId: id, productId: 'p', label: id, mapping: '' }))
    const order = (index: number, by: 1 | -1) => moved(steps, index, by).map(({ engineId }) => engineId)
    expect(order(0, 1)).toEqual(['b', 'a', 'c'])
    expect(order(0, -1)).toEqual(['a', 'b', 'c'])
    expect(order(2, 1)).toEqual(['a', 'b', 'c'])
  })
})

describe('what a call says beside its results', () => {
  test.each([
    [
      'an engine run result',
      {
        status: 'Success',
        data: {
          engineWarnings: [{ key: 'Age', value: 'Input parameter missing.' }],
          validationErrors: [
            { sourcePath: 'Quote!B3', message: 'Too young', additionalDetails: 'Age', errorType: 'VALIDATION' },
          ],
        },
      },
      ['Age'],
      ['Too young'],
    ],
    [
      'an answer to an existing client',
      { response_data: { warnings: null, errors: [{ error_category: 'x', message: '#N/A', source_path: 'A1' }] } },
      [],
      ['#N/A'],
    ],
    [
      'a batch',
      { warnings: [[{ key: 'Age', message: 'missing' }], null], errors: [null, [{ message: 'bad' }]] },
      ['Age'],
      ['bad'],
    ],
    ['a refused call', { errorCode: 'NO_ACTIVE_VERSION', message: 'None is active' }, [], ['None is active']],
    ['nothing', null, [], []],
  ])('%s', (_shape, response, warnings, errors) => {
    const found = callFindings(response)
    expect(found.warnings.map(({ key }) => key)).toEqual(warnings)
    expect(found.errors.map(({ message }) => message)).toEqual(errors)
  })
})

describe('addresses', () => {
  test('hold how engines are looked at, and nothing that is plain', () => {
    const search = { view: 'list', name: 'motor', favourites: 'true', sort: '-updated', page: '3' }
    expect(engineListToSearch(engineListFromSearch(search))).toEqual(search)
    expect(Object.values(engineListToSearch(engineListFromSearch({ page: '0', sort: 'owner' })))).toEqual(
      Array.from({ length: 5 }, () => undefined),
    )
  })

  test('hold which calls are looked at', () => {
    const search = {
      from: '2026-01-01',
      to: '2026-02-01',
      search: 'x',
      errors: 'true',
      sort: 'timestamp',
      page: '2',
      call: 'id',
    }
    expect(callLogToSearch(callLogFromSearch(search))).toEqual(search)
    expect(callLogFromSearch({ from: 'yesterday' }).filter.from).toBeUndefined()
  })
})

describe('workbooks', () => {
  test.each([
    ['Motor premium.XLSX', true, 'Motor premium'],
    ['rates.v2.xlsb', true, 'rates.v2'],
    ['letter.docx', false, 'letter'],
  ])('%s', (name, isWorkbook, service) => {
    expect(isWorkbookName(name)).toBe(isWorkbook)
    expect(serviceNameOf(name)).toBe(service)
  })
})
