import { readWorkbook } from '@sheetwright/compiler/read.ts'
import type { Sheet } from '@sheetwright/compiler/model.ts'
import { type CaseContent, expectedPrefix, markColumns, mostCases } from '@sheetwright/contract/test-beds/test-bed.ts'
import { fromJson, toJson } from '@sheetwright/runtime/engine/json-values.ts'
import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import { columnName } from '../../platform/workbook/sheets-file.ts'
import { readCsv } from '../../platform/csv/read-csv.ts'
import { type Finding, mostFindings, type ReadColumn, type ReadTemplateAnswer } from './read-template-request.ts'
import { templateSheetNames } from './template-sheets.ts'

/** Cells of a filled template, in any file format. */
interface Table {
  readonly sheet: string
  readonly rows: number
  readonly columns: number
  readonly date1904: boolean
  cell(row: number, column: number): Scalar
}

type Target =
  | { readonly kind: 'mark'; readonly mark: keyof typeof markColumns }
  | { readonly kind: 'input'; readonly column: ReadColumn }
  | { readonly kind: 'output'; readonly column: ReadColumn }

interface Known {
  readonly inputs: readonly ReadColumn[]
  readonly outputs: readonly ReadColumn[]
}

/** Reads the cases of a filled template. Every wrong cell is reported; a single one refuses the whole file. */
export async function readTemplate(
  bytes: Uint8Array,
  format: 'workbook' | 'csv',
  known: Known,
  write: (content: CaseContent) => void,
): Promise<ReadTemplateAnswer> {
  const found = format === 'csv' ? csvTable(bytes) : await workbookTable(bytes)
  if ('findings' in found) return { kind: 'refused', count: found.findings.length, findings: found.findings }
  const { table, tolerances } = found
  const findings = new Findings(table.sheet)
  const targets = readHeadings(table, known, findings)
  if (findings.count > 0) return findings.answer()
  let count = 0
  for (let row = 1; row < table.rows; row++) {
    if (isEmpty(table, row, targets)) continue
    if (++count > mostCases) {
      findings.add(row, 0, `holds more than ${mostCases} cases`)
      break
    }
    const content = readCase(table, row, targets, findings)
    if (findings.count === 0) write(content)
  }
  if (count === 0 && findings.count === 0) findings.add(1, 0, 'There is no test case below the headings')
  if (findings.count > 0) return findings.answer()
  const columnsOf = (kind: 'input' | 'output') =>
    targets.flatMap((target) => (target?.kind === kind ? [target.column.name] : []))
  return { kind: 'read', count, inputs: columnsOf('input'), outputs: columnsOf('output'), tolerances }
}

class Findings {
  count = 0
  private readonly list: Finding[] = []
  private readonly sheet: string

  constructor(sheet: string) {
    this.sheet = sheet
  }

  add(row: number, column: number, message: string, allowed?: string): void {
    if (this.count++ >= mostFindings) return
    const field = `${this.sheet}!${columnName(column)}${row + 1}`
    this.list.push({ field, message, ...(allowed === undefined ? {} : { allowed }) })
  }

  answer(): ReadTemplateAnswer {
    return { kind: 'refused', count: this.count, findings: this.list }
  }
}

function readHeadings(table: Table, { inputs, outputs }: Known, findings: Findings): (Target | undefined)[] {
  const byName = new Map<string, Target>()
  for (const column of inputs) byName.set(column.name.toLowerCase(), { kind: 'input', column })
  for (const column of outputs) {
    byName.set(`${expectedPrefix}${column.name}`.toLowerCase(), { kind: 'output', column })
  }
  for (const [mark, heading] of Object.entries(markColumns)) {
    byName.set(heading.toLowerCase(), { kind: 'mark', mark: mark as keyof typeof markColumns })
  }
  const seen = new Set<string>()
  const targets: (Target | undefined)[] = []
  for (let column = 0; column < table.columns; column++) {
    const value = table.cell(0, column)
    const heading = value === null ? '' : textOf(value).trim()
    const target = byName.get(heading.toLowerCase())
    targets.push(target)
    if (heading === '') {
      if (hasValues(table, column)) findings.add(0, column, 'The column has values but no heading')
      continue
    }
    if (target === undefined) {
      findings.add(
        0,
        column,
        `The heading "${heading.slice(0, 100)}" is neither an input nor "${expectedPrefix}" and an output`,
        namesOf(inputs, outputs),
      )
    }
    if (seen.size === seen.add(heading.toLowerCase()).size)
      findings.add(0, column, `The heading "${heading}" stands twice`)
  }
  if (!targets.some((target) => target?.kind === 'input') && findings.count === 0) {
    findings.add(0, 0, 'No column holds an input', namesOf(inputs, []))
  }
  return targets
}

function namesOf(inputs: readonly ReadColumn[], outputs: readonly ReadColumn[]): string {
  const names = [...inputs.map(({ name }) => name), ...outputs.map(({ name }) => `${expectedPrefix}${name}`)]
  return names.length > 30 ? `${names.slice(0, 30).join(', ')}, …` : names.join(', ')
}

function hasValues(table: Table, column: number): boolean {
  for (let row = 1; row < table.rows; row++) if (table.cell(row, column) !== null) return true
  return false
}

function isEmpty(table: Table, row: number, targets: readonly (Target | undefined)[]): boolean {
  return targets.every((target, column) => target === undefined || isBlank(table.cell(row, column)))
}

function isBlank(value: Scalar): boolean {
  return value === null || value === ''
}

function readCase(
  table: Table,
  row: number,
  targets: readonly (Target | undefined)[],
  findings: Findings,
): CaseContent {
  const inputs: Record<string, unknown> = {}
  const expected: Record<string, unknown> = {}
  const marks = { name: '', weight: 1, segment: '' }
  for (const [place, target] of targets.entries()) {
    const value = table.cell(row, place)
    if (target === undefined || isBlank(value)) continue
    const wrong = (allowed: string) => {
      const heading = textOf(table.cell(0, place) ?? '')
      findings.add(row, place, `Row ${row + 1}, column "${heading}": "${textOf(value).slice(0, 100)}"`, allowed)
    }
    if (target.kind === 'input') put(inputs, target.column.name, inputValue(value, target.column, table, wrong))
    else if (target.kind === 'output') put(expected, target.column.name, expectedValue(value, target.column, table))
    else if (target.mark === 'weight') {
      const weight = Number(value)
      if (Number.isFinite(weight) && weight >= 0) marks.weight = weight
      else wrong('a number, 0 or more')
    } else marks[target.mark] = textOf(value).slice(0, 200)
  }
  return { ...marks, inputs, expected: Object.keys(expected).length === 0 ? null : expected }
}

/** Names come from workbooks, so one can be `__proto__`. */
function put(record: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(record, name, { value, enumerable: true, writable: true, configurable: true })
}

function inputValue(value: Scalar, column: ReadColumn, table: Table, wrong: (allowed: string) => void): unknown {
  if (value instanceof ExcelError) return wrong('a value, no error')
  if (column.isTable) {
    const rows = typeof value === 'string' ? parsed(value) : undefined
    return Array.isArray(rows) ? rows : wrong('a table as JSON: a list of objects by heading')
  }
  const conversion = fromJson(value, column.type, '', { date1904: table.date1904, locale: 'en-US', now: 0 })
  if (!conversion.ok) return wrong(conversion.allowed)
  return travelling(value, conversion.value, column, table)
}

/** Dates become text and numbers stay numbers, as in the API; other texts stay as written. */
function travelling(value: Scalar, converted: Scalar, { type }: ReadColumn, { date1904 }: Table): unknown {
  if (type === 'text') return value
  return toJson(converted, type, date1904)
}

function expectedValue(value: Scalar, column: ReadColumn, table: Table): unknown {
  if (value instanceof ExcelError) return value.code
  if (typeof value === 'string') {
    const rows = column.isTable ? parsed(value) : undefined
    if (rows !== undefined) return rows
    const conversion = fromJson(value, column.type, '', { date1904: table.date1904, locale: 'en-US', now: 0 })
    return conversion.ok ? travelling(value, conversion.value, column, table) : value
  }
  return column.isTable ? value : toJson(value, column.type, table.date1904)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function textOf(value: Scalar): string {
  return value instanceof ExcelError ? value.code : String(value)
}

type Read =
  | {
      readonly table: Table
      readonly tolerances: (ReadTemplateAnswer & { readonly kind: 'read' })['tolerances']
    }
  | { readonly findings: Finding[] }

function csvTable(bytes: Uint8Array): Read {
  const { rows, wrongRow } = readCsv(bytes)
  const refuse = (row: number, message: string): Read => ({ findings: [{ field: `Row ${row}`, message }] })
  if (rows.length < 2) return refuse(1, 'The file needs a line of headings and at least one line of values')
  const columns = rows[0]?.length ?? 0
  if (wrongRow !== undefined) {
    const width = rows[wrongRow]?.length ?? 0
    return refuse(wrongRow + 1, `The line has ${width} values, but there are ${columns} headings`)
  }
  const cell = (row: number, column: number): Scalar => {
    const text = rows[row]?.[column] ?? ''
    return text === '' ? null : text
  }
  return { table: { sheet: 'CSV', rows: rows.length, columns, date1904: false, cell }, tolerances: null }
}

async function workbookTable(bytes: Uint8Array): Promise<Read> {
  const { workbook } = await readWorkbook(bytes)
  const sheets = workbook?.sheets.filter(({ kind }) => kind === 'worksheet') ?? []
  const sheet = named(sheets, templateSheetNames.cases) ?? sheets[0]
  if (workbook === null || sheet === undefined) {
    return {
      findings: [{ field: 'file', message: 'The file is not a workbook. Save it as .xlsx and upload it again.' }],
    }
  }
  const used = sheet.used ?? { top: 0, left: 0, bottom: 0, right: 0 }
  const table: Table = {
    sheet: sheet.name,
    rows: used.bottom + 1,
    columns: used.right + 1,
    date1904: workbook.date1904,
    cell: (row, column) => valueAt(sheet, row, column),
  }
  const tolerances = named(sheets, templateSheetNames.tolerances)
  return { table, tolerances: tolerances === undefined ? null : readTolerances(tolerances) }
}

function named(sheets: readonly Sheet[], name: string): Sheet | undefined {
  return sheets.find((sheet) => sheet.name.toLowerCase() === name.toLowerCase())
}

/** For a formula, its cached result: a template may be filled by formulas. */
function valueAt(sheet: Sheet, row: number, column: number): Scalar {
  const cell = sheet.cells.get(row, column)
  if (cell === undefined) return null
  return cell.kind === 'constant' ? cell.value : (cell.saved ?? null)
}

function readTolerances(sheet: Sheet): Record<string, { absolute: number; relative: number }> {
  const tolerances: Record<string, { absolute: number; relative: number }> = {}
  for (let row = 1; row <= (sheet.used?.bottom ?? 0); row++) {
    const name = valueAt(sheet, row, 0)
    const [absolute, relative] = [amount(valueAt(sheet, row, 1)), amount(valueAt(sheet, row, 2))]
    if (typeof name === 'string' && name !== '' && absolute + relative > 0) {
      put(tolerances, name, { absolute, relative: Math.min(1, relative) })
    }
  }
  return tolerances
}

function amount(value: Scalar): number {
  return typeof value === 'number' && value > 0 ? value : 0
}
