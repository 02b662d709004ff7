import type { ParquetType } from '@sheetwright/runtime/parquet/column-page.ts'
import type { RowPages, RowPagesMaker } from '@sheetwright/runtime/parquet/row-pages.ts'
import { addCsvLine } from './csv-rows.ts'
import { countOf, type RecordBlock, type RecordRow, rowNumber } from './record-block.ts'
import { plainType, type ResultColumn, type ResultsFormat } from './result-column.ts'
import { TextBytes } from './text-bytes.ts'

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
  /** In the order of the formats: text in UTF-8, or Parquet pages. */
  readonly written: readonly (Uint8Array<ArrayBuffer> | RowPages)[]
}

/** The input values of a record, as the engine takes them; undefined for an invalid row. */
export function recordOf(
  { inputs, nullBlanks }: RowPlan,
  block: RecordBlock,
  row: number,
): Record<string, unknown> | undefined {
  if ('rows' in block && !Array.isArray(block.rows[row])) return undefined
  // Records of the same shape are fast to read; an object without a prototype is not.
  const record: Record<string, unknown> = {}
  for (const { name, isTable, place } of inputs) {
    const value = valueAt(block, row, place)
    // An empty table cell leaves the input at the workbook's value; null in JSON blanks it.
    if (value === undefined || (value === null && !nullBlanks)) continue
    const given = isTable && typeof value === 'string' ? tableOf(value) : value
    if (name === '__proto__') Object.defineProperty(record, name, { value: given, enumerable: true })
    else record[name] = given
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

type Cell = string | number | boolean | null

/** Writes results of records one by one, in several formats. Uses its memory again for each block. */
export class RowWriter {
  private readonly plan: RowPlan
  private readonly formats: readonly ResultsFormat[]
  private readonly maker: RowPagesMaker
  private readonly texts: readonly TextBytes[]
  private readonly names: readonly string[]
  private readonly types: readonly ParquetType[]
  /** The current row, and the same as Parquet holds it. */
  private readonly row: unknown[]
  private readonly cells: Cell[]
  private counts = { records: 0, refused: 0, withErrors: 0 }

  constructor(plan: RowPlan, formats: readonly ResultsFormat[], maker: RowPagesMaker) {
    this.plan = plan
    this.formats = formats
    this.maker = maker
    this.texts = formats.map(() => new TextBytes())
    this.names = plan.columns.map(({ name }) => name)
    this.types = plan.columns.map(({ type }) => plainType(type))
    this.row = plan.columns.map(() => null)
    this.cells = plan.columns.map(() => null)
  }

  /**
   * Adds the record at this index of the block; of an invalid row, only the reason is written. Returns the errors that
   * the row shows.
   */
  add(block: RecordBlock, index: number, computed: ComputedRecord | undefined): readonly RecordError[] {
    const { formats, texts, row } = this
    const result = refusalOf(block, index) ?? computed
    if (result === undefined) throw new Error('A record has no result')
    this.counts.records++
    if (result.status !== 'success') this.counts.refused++
    else if (result.errors.length > 0) this.counts.withErrors++
    const errors = shownErrors(this.plan, result)
    this.fill(block, index, result, errors)
    for (let k = 0; k < formats.length; k++) {
      const text = texts[k] as TextBytes
      if (formats[k] === 'parquet') this.addCells()
      else if (formats[k] === 'csv') addCsvLine(text, row)
      else text.add(jsonLine(this.names, row))
    }
    return errors
  }

  /** Adds all records of a block; `results` has one for each valid row. */
  addAll(block: RecordBlock, results: readonly ComputedRecord[]): void {
    const count = countOf(block)
    for (let i = 0, next = 0; i < count; i++) {
      this.add(block, i, refusalOf(block, i) === undefined ? results[next++] : undefined)
    }
  }

  /** The results since the last end. */
  end(): BlockResults {
    const { counts } = this
    this.counts = { records: 0, refused: 0, withErrors: 0 }
    const written = this.texts.map((text, k) => (this.formats[k] === 'parquet' ? this.maker.end() : text.take()))
    return { ...counts, written }
  }

  private fill(
    block: RecordBlock,
    index: number,
    { status, outputs }: ComputedRecord,
    errors: readonly RecordError[],
  ): void {
    const { plan, row } = this
    let at = 0
    for (const { place } of plan.carried) row[at++] = valueAt(block, index, place) ?? null
    for (const { name } of plan.outputs) row[at++] = outputs?.[name] ?? null
    if (plan.numbersRows) row[at++] = rowNumber(block, index)
    row[at++] = status
    row[at] = errors.length === 0 ? null : errors
  }

  private addCells(): void {
    const { row, cells, types } = this
    for (let i = 0; i < cells.length; i++) cells[i] = fitted(row[i], types[i])
    this.maker.add(cells)
  }
}

function refusalOf(block: RecordBlock, index: number): ComputedRecord | undefined {
  const given = 'rows' in block ? block.rows[index] : undefined
  return given !== undefined && 'reason' in given ? refusal(given) : undefined
}

function valueAt(block: RecordBlock, row: number, place: number): unknown {
  if (!('rows' in block)) return block.columns[place]?.[row]
  const given = block.rows[row]
  return Array.isArray(given) ? (given as readonly unknown[])[place] : undefined
}

const noErrors: readonly RecordError[] = []

function shownErrors(plan: RowPlan, { outputs, errors }: ComputedRecord): readonly RecordError[] {
  const found = plan.isTyped ? misfits(plan.outputs, outputs, errors) : noErrors
  if (errors.length === 0) return found
  return [...errors.map(({ key, message }) => ({ key, message })), ...found]
}

/** A typed column stores values it cannot hold as NULL, so report them. */
function misfits(
  columns: readonly ResultColumn[],
  outputs: ComputedRecord['outputs'],
  errors: readonly RecordError[],
): readonly RecordError[] {
  let found: RecordError[] | undefined
  for (const { name, type } of columns) {
    const value = outputs?.[name] ?? null
    const fits = value === null || type === 'VARCHAR' || typeof value === (type === 'DOUBLE' ? 'number' : 'boolean')
    if (fits || errors.some(({ key }) => key === name)) continue
    found ??= []
    found.push({ key: name, message: `${JSON.stringify(value)} does not fit the type of the column.` })
  }
  return found ?? noErrors
}

function fitted(value: unknown, type: ParquetType | undefined): Cell {
  if (value === null || value === undefined) return null
  if (type === 'DOUBLE' || type === 'INTEGER') return typeof value === 'number' ? value : null
  if (type === 'BOOLEAN') return typeof value === 'boolean' ? value : null
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
