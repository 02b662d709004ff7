import type { RowPages, RowPagesMaker } from '@sheetwright/runtime/parquet/row-pages.ts'
import { csvLine } from './csv-rows.ts'
import { countOf, type RecordBlock, type RecordRow, rowNumber } from './record-block.ts'
import { plainType, type ResultColumn, type ResultsFormat } from './result-column.ts'

/** The roles of the portfolio's columns and of the outputs. */
export interface RowPlan {
  /** Inputs present in the file, and the index of their column. */
  readonly inputs: readonly { readonly name: string; readonly isTable: boolean; readonly place: number }[]
  /** Columns copied into the results. */
  readonly carried: readonly (ResultColumn & { readonly place: number })[]
  readonly outputs: readonly ResultColumn[]
  /** All columns of the results. */
  readonly columns: readonly ResultColumn[]
  /** Results go where a value has to fit its column. */
  readonly isTyped: boolean
  readonly nullBlanks: boolean
  /** The results say in which row of the file each record was. */
  readonly numbersRows: boolean
}

export interface ComputedRecord {
  readonly status: string
  readonly outputs: Readonly<Record<string, unknown>> | null
  readonly errors: readonly RecordError[]
}

export interface RecordError {
  readonly key: string
  readonly message: string
}

/** The results of a block's records, in the requested formats. */
export interface BlockResults {
  readonly records: number
  readonly refused: number
  readonly withErrors: number
  /** In the order of the formats: text, or Parquet pages. */
  readonly written: readonly (string | RowPages)[]
}

/** The input values of a record, as the engine takes them; undefined for an invalid row. */
function recordOf(
  { inputs, nullBlanks }: RowPlan,
  block: RecordBlock,
  row: number,
): Record<string, unknown> | undefined {
  if ('rows' in block && !Array.isArray(block.rows[row])) return undefined
  const record = Object.create(null) as Record<string, unknown>
  for (const { name, isTable, place } of inputs) {
    const value = valueAt(block, row, place)
    // An empty table cell leaves the input at the workbook's value; null in JSON blanks it.
    if (value === undefined || (value === null && !nullBlanks)) continue
    record[name] = isTable && typeof value === 'string' ? tableOf(value) : value
  }
  return record
}

/** The input values of the valid rows of a block. */
export function recordsOf(plan: RowPlan, block: RecordBlock): Record<string, unknown>[] {
  const records: Record<string, unknown>[] = []
  const count = countOf(block)
  for (let i = 0; i < count; i++) {
    const record = recordOf(plan, block, i)
    if (record !== undefined) records.push(record)
  }
  return records
}

/** Writes the results of a block's records: one for each valid row, in order. */
export function writeBlock(
  plan: RowPlan,
  block: RecordBlock,
  results: readonly ComputedRecord[],
  formats: readonly ResultsFormat[],
  maker: RowPagesMaker,
  onErrors?: (row: number, errors: readonly RecordError[]) => void,
): BlockResults {
  const count = countOf(block)
  const names = plan.columns.map(({ name }) => name)
  const texts = formats.map(() => '')
  let [next, refused, withErrors] = [0, 0, 0]
  for (let i = 0; i < count; i++) {
    const given = 'rows' in block ? block.rows[i] : undefined
    const result = given !== undefined && 'reason' in given ? refusal(given) : (results[next++] as ComputedRecord)
    if (result.status !== 'success') refused++
    else if (result.errors.length > 0) withErrors++
    const errors = shownErrors(plan, result)
    if (errors.length > 0) onErrors?.(rowNumber(block, i), errors)
    const row = rowOf(plan, block, i, result, errors)
    for (let k = 0; k < formats.length; k++) {
      if (formats[k] === 'parquet') maker.add(row.map((value, c) => fitted(value, plan.columns[c]?.type ?? '')))
      else texts[k] += formats[k] === 'csv' ? csvLine(row) : jsonLine(names, row)
    }
  }
  const written = formats.map((format, k) => (format === 'parquet' ? maker.end() : (texts[k] ?? '')))
  return { records: count, refused, withErrors, written }
}

function valueAt(block: RecordBlock, row: number, place: number): unknown {
  if (!('rows' in block)) return block.columns[place]?.[row]
  const given = block.rows[row]
  return Array.isArray(given) ? (given as readonly unknown[])[place] : undefined
}

function rowOf(
  plan: RowPlan,
  block: RecordBlock,
  row: number,
  { status, outputs }: ComputedRecord,
  errors: readonly RecordError[],
): unknown[] {
  const values: unknown[] = []
  for (const { place } of plan.carried) values.push(valueAt(block, row, place) ?? null)
  for (const { name } of plan.outputs) values.push(outputs?.[name] ?? null)
  if (plan.numbersRows) values.push(rowNumber(block, row))
  values.push(status, errors.length === 0 ? null : errors)
  return values
}

function shownErrors(plan: RowPlan, { outputs, errors }: ComputedRecord): readonly RecordError[] {
  return plan.isTyped ? [...errors.map(shown), ...misfits(plan.outputs, outputs, errors)] : errors.map(shown)
}

function shown({ key, message }: RecordError): RecordError {
  return { key, message }
}

/** A typed column stores values it cannot hold as NULL, so report them. */
function misfits(
  columns: readonly ResultColumn[],
  outputs: ComputedRecord['outputs'],
  errors: readonly RecordError[],
): readonly RecordError[] {
  const found: RecordError[] = []
  for (const { name, type } of columns) {
    const value = outputs?.[name] ?? null
    const fits = value === null || type === 'VARCHAR' || typeof value === (type === 'DOUBLE' ? 'number' : 'boolean')
    if (fits || errors.some(({ key }) => key === name)) continue
    found.push({ key: name, message: `${JSON.stringify(value)} does not fit the type of the column.` })
  }
  return found
}

function fitted(value: unknown, type: string): string | number | boolean | null {
  if (value === null || value === undefined) return null
  const plain = plainType(type)
  if (plain === 'DOUBLE' || plain === 'INTEGER') return typeof value === 'number' ? value : null
  if (plain === 'BOOLEAN') return typeof value === 'boolean' ? value : null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function jsonLine(names: readonly string[], row: readonly unknown[]): string {
  return `${JSON.stringify(Object.fromEntries(names.map((name, i) => [name, row[i] ?? null])))}\n`
}

function refusal({ reason }: Exclude<RecordRow, readonly unknown[]>): ComputedRecord {
  return { status: 'refused', outputs: null, errors: [{ key: '', message: reason }] }
}

/** A table as JSON; the engine refuses anything else. */
function tableOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
