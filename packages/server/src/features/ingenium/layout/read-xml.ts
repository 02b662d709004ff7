import { createReadStream } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import type { PolicyLayout } from '@sheetwright/contract/ingenium/mapping.ts'
import { SaxesParser } from 'saxes'
import { type ExtractReader, type Piece, type Position, type RawRecord, UnreadableExtract } from './raw-record.ts'

type XmlLayout = Extract<PolicyLayout, { format: 'xml' }>

const mostDepth = 100
const mostText = 1_000_000

/** Reads elements of one name as records. It cannot start in the middle: elements read before are skipped. */
export class XmlReader implements ExtractReader {
  private readonly records: AsyncGenerator<RawRecord>
  private readonly pieceRecords: number
  private passed = 0

  constructor(file: string, layout: XmlLayout, pieceRecords: number) {
    this.records = recordsOf(file, layout)
    this.pieceRecords = pieceRecords
  }

  async read(from: Position): Promise<Piece> {
    const records: RawRecord[] = []
    while (records.length < this.pieceRecords) {
      const { value, done } = await this.records.next()
      if (done === true) return { records, next: nextOf(from, records), isEnd: true }
      if (this.passed++ >= from.record) records.push(value)
    }
    return { records, next: nextOf(from, records), isEnd: false }
  }

  async close(): Promise<void> {
    await this.records.return(undefined)
  }
}

function nextOf(from: Position, records: readonly RawRecord[]): Position {
  return { byte: 0, line: records.at(-1)?.line ?? from.line, record: from.record + records.length }
}

async function* recordsOf(file: string, layout: XmlLayout): AsyncGenerator<RawRecord> {
  const parser = new SaxesParser()
  const found: RawRecord[] = []
  const path: string[] = []
  let values: Map<string, string> | undefined
  let line = 0
  let text = ''
  parser.on('doctype', () => {
    throw new UnreadableExtract('The extract declares a document type, which is not read.')
  })
  parser.on('error', (error) => {
    throw new UnreadableExtract(`The extract is no XML: ${error.message.split('\n')[0] ?? ''}`)
  })
  parser.on('opentag', ({ name }) => {
    path.push(localName(name))
    if (path.length > mostDepth) throw new UnreadableExtract(`Elements lie more than ${mostDepth} levels deep.`)
    text = ''
    if (values === undefined && path.at(-1) === layout.record) {
      values = new Map()
      line = parser.line
    }
  })
  parser.on('text', (part) => {
    if (values !== undefined) text += part
    if (text.length > mostText) throw new UnreadableExtract(`A text is longer than ${mostText} characters.`)
  })
  parser.on('cdata', (part) => {
    if (values !== undefined) text += part
  })
  parser.on('closetag', ({ name }) => {
    path.pop()
    if (values === undefined) return
    const closed = localName(name)
    if (closed !== layout.record) {
      if (!values.has(closed)) values.set(closed, text)
      text = ''
      return
    }
    const all = values
    values = undefined
    found.push({
      line,
      fields: layout.fields.map(({ element }) => all.get(element) ?? ''),
      problem: undefined,
      raw: () => JSON.stringify(Object.fromEntries(all)),
    })
  })
  const decoder = new StringDecoder('utf8')
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    parser.write(decoder.write(chunk))
    yield* found.splice(0)
  }
  parser.write(decoder.end()).close()
  yield* found.splice(0)
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
