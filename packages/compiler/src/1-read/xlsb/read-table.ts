import type { Range } from '../../model/address.ts'
import type { ByteReader } from '../biff/byte-reader.ts'
import { nullableString, readRecords, storedFormula, storedRange } from './records.ts'

const BEGIN_LIST = 343
const BEGIN_COLUMN = 347
const CALCULATED_FORMULA = 351
const TOTALS_FORMULA = 352
const BEGIN_FILTER = 161
const FILTER_COLUMN = 163

/** Totals functions by number, under the names that .xlsx uses. */
const totalsFunctions = [
  undefined,
  'average',
  'count',
  'countNums',
  'max',
  'min',
  'sum',
  'stdDev',
  'var',
  'custom',
] as const

interface Tokens {
  readonly tokens: Buffer
  readonly extra: Buffer
}

/** A table whose formulas are still tokens. */
export interface StoredTable {
  readonly id: number
  readonly name: string
  readonly range: Range
  readonly headerRows: number
  readonly totalsRows: number
  readonly columns: {
    name: string
    totalsFunction: string | undefined
    totalsLabel: string | undefined
    calculated: Tokens | undefined
    totals: Tokens | undefined
  }[]
  /** The range of its filter, if one is active. */
  filtered: Range | undefined
}

export async function readBinaryTable(part: string, chunks: AsyncIterable<Buffer>): Promise<StoredTable | undefined> {
  let table: StoredTable | undefined
  let filter: Range | undefined
  for await (const batch of readRecords(part, chunks)) {
    for (const { type, body } of batch) {
      if (type === BEGIN_LIST) table = readHead(body)
      else if (type === BEGIN_FILTER) filter = storedRange(body)
      else if (!table) continue
      else if (type === FILTER_COLUMN) table.filtered = filter
      else if (type === BEGIN_COLUMN) table.columns.push(readColumn(body))
      else if (type === CALCULATED_FORMULA) setFormula(table, 'calculated', body)
      else if (type === TOTALS_FORMULA) setFormula(table, 'totals', body)
    }
  }
  return table
}

function readHead(body: ByteReader): StoredTable {
  const range = storedRange(body)
  body.skip(4)
  const [id, headerRows, totalsRows] = [body.u32(), body.u32(), body.u32()]
  body.skip(32)
  const name = nullableString(body)
  const displayName = nullableString(body)
  return {
    id,
    name: displayName ?? name ?? '',
    range,
    headerRows: Math.min(headerRows, 1),
    totalsRows: Math.min(totalsRows, 1),
    columns: [],
    filtered: undefined,
  }
}

function readColumn(body: ByteReader): StoredTable['columns'][number] {
  body.skip(4)
  const totals = body.u32()
  body.skip(16)
  const uniqueName = nullableString(body)
  const caption = nullableString(body)
  return {
    name: caption ?? uniqueName ?? '',
    totalsFunction: totalsFunctions[totals],
    totalsLabel: nullableString(body) || undefined,
    calculated: undefined,
    totals: undefined,
  }
}

function setFormula(table: StoredTable, which: 'calculated' | 'totals', body: ByteReader): void {
  const column = table.columns.at(-1)
  if (!column) return
  body.skip(1)
  const { tokens, extra } = storedFormula(body)
  column[which] = { tokens: Buffer.from(tokens), extra: Buffer.from(extra) }
}
