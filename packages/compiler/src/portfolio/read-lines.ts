import { csvRows } from './csv-rows.ts'
import { inBlocks, type NumberedRow, type RecordRow, type RecordSource } from './record-block.ts'
import { textColumns } from './text-columns.ts'
import { UnreadablePortfolio } from './unreadable-portfolio.ts'

/** A file of text in UTF-8, piece by piece. */
export type Bytes = AsyncIterable<Uint8Array>

export async function readCsv(bytes: Bytes): Promise<RecordSource> {
  const rows = csvRows(textsOf(bytes))
  let number = 1
  let first = await rows.next()
  for (; first.done !== true && isBlank(first.value); number++) first = await rows.next()
  if (first.done === true) {
    throw new UnreadablePortfolio('The portfolio is empty: its first line must name the columns.')
  }
  const columns = textColumns(first.value)
  const width = columns.length
  async function* records(): AsyncGenerator<NumberedRow> {
    for await (const row of rows) {
      number++
      if (isBlank(row)) continue
      if (row.length === width) yield { number, row: row.map((value) => (value === '' ? null : value)) }
      else yield { number, row: { reason: `Row ${number} has ${row.length} values, the first one ${width}.` } }
    }
  }
  return { columns, blocks: inBlocks(records()) }
}

function isBlank(row: readonly string[]): boolean {
  return row.length === 1 && row[0] === ''
}

/** The columns of NDJSON are those of its first record. A record with other columns is reported. */
export async function readNdjson(bytes: Bytes): Promise<RecordSource> {
  const lines = linesOf(textsOf(bytes))
  const first = await lines.next()
  if (first.done === true) throw new UnreadablePortfolio('The portfolio is empty.')
  const record = parsedRecord(first.value)
  if (record === undefined) throw new UnreadablePortfolio('Line 1 of the portfolio is no JSON object.')
  const columns = textColumns(Object.keys(record))
  const places = new Map(columns.map(({ name }, i) => [name, i]))
  function rowOf(text: string, line: number): RecordRow {
    const given = parsedRecord(text)
    if (given === undefined) return { reason: `Line ${line} is no JSON object.` }
    const row: unknown[] = Array.from({ length: columns.length })
    for (const [name, value] of Object.entries(given)) {
      const place = places.get(name)
      if (place === undefined) return { reason: `Line ${line} has "${name}", which the first line does not have.` }
      row[place] = value
    }
    return row
  }
  async function* records(): AsyncGenerator<NumberedRow> {
    let number = 1
    yield { number, row: rowOf(first.value as string, number) }
    for await (const line of lines) {
      number++
      if (line.trim() !== '') yield { number, row: rowOf(line, number) }
    }
  }
  return { columns, blocks: inBlocks(records()), nullBlanks: true }
}

function parsedRecord(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** Refuses bytes that are no text, which a wrong file or another encoding would hold. */
async function* textsOf(bytes: Bytes): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const piece of bytes) {
      const text = decoder.decode(piece, { stream: true })
      if (text.includes('\0')) throw new TypeError('A text holds no zero bytes')
      yield text
    }
    yield decoder.decode()
  } catch (reason) {
    if (!(reason instanceof TypeError)) throw reason
    throw new UnreadablePortfolio('The file is not text in UTF-8. Save it as CSV UTF-8 and choose it again.')
  }
}

/** Not `readline`: it also ends lines at U+2028, which JSON strings may contain. */
async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const text of texts) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
