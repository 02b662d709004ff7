import { countOf, type RecordBlock } from './record-block.ts'
import { TextBytes } from './text-bytes.ts'

/**
 * Streams the rows of a CSV: quoted values may hold separators, line breaks and doubled quotes. An empty line is a row
 * with one empty value.
 */
export async function* csvRows(pieces: AsyncIterable<string>): AsyncGenerator<string[]> {
  let separator: string | undefined
  let row: string[] = []
  let value = ''
  let isQuoted = false
  let wasQuote = false
  let rest = ''
  for await (const piece of pieces) {
    let text = rest + piece
    rest = ''
    if (separator === undefined) {
      text = text.replace(/^\uFEFF/, '')
      // The separator is known once the first line is complete.
      if (!text.includes('\n')) {
        rest = text
        continue
      }
      separator = separatorOf(text)
    }
    for (const char of text) {
      if (wasQuote) {
        wasQuote = false
        if (char === '"') {
          value += char
          continue
        }
        isQuoted = false
      }
      if (isQuoted) {
        if (char === '"') wasQuote = true
        else value += char
      } else if (char === '"' && value === '') isQuoted = true
      else if (char === separator) {
        row.push(value)
        value = ''
      } else if (char === '\n') {
        row.push(value)
        value = ''
        yield row
        row = []
      } else if (char !== '\r') value += char
    }
  }
  if (rest !== '') yield* csvRows(oneLine(rest))
  else if (value !== '' || row.length > 0) yield [...row, value]
}

async function* oneLine(text: string): AsyncGenerator<string> {
  yield `${text}\n`
}

/** The separator that occurs most in the first line. */
function separatorOf(text: string): string {
  const line = text.slice(0, text.indexOf('\n'))
  const count = (sign: string) => line.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',')
}

/** A line of CSV. Text that a spreadsheet would read as a formula gets a leading apostrophe. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvValue).join(',')}\n`
}

export function addCsvLine(to: TextBytes, values: readonly unknown[]): void {
  for (let i = 0; i < values.length; i++) {
    if (i > 0) to.addComma()
    const value = values[i]
    if (typeof value === 'number' && Number.isFinite(value)) to.addNumber(value)
    else if (value !== null) to.add(csvValue(value))
  }
  to.endLine()
}

/** Records as lines of CSV in UTF-8. */
export function blockCsv(block: RecordBlock): Uint8Array<ArrayBuffer> {
  const text = new TextBytes()
  const count = countOf(block)
  for (let i = 0; i < count; i++) addCsvLine(text, valuesOf(block, i))
  return text.take()
}

/** None of an invalid row. */
function valuesOf(block: RecordBlock, index: number): readonly unknown[] {
  if (!('rows' in block)) return block.columns.map((values) => values[index])
  const row = block.rows[index]
  return row !== undefined && !('reason' in row) ? row : []
}

/** Characters that need quotes or, at the beginning, an apostrophe. */
const special = /^[=+\-@＝＋－＠]|[",;\n\r\t]/

function csvValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string')
    return typeof value === 'object' ? quoted(JSON.stringify(value)) : JSON.stringify(value)
  if (!special.test(value)) return value
  const safe = /^[=+\-@＝＋－＠\t]/.test(value) && !/^[+-]?[\d.]+$/.test(value) ? `'${value}` : value
  return /[",;\n\r\t]/.test(safe) ? quoted(safe) : safe
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
