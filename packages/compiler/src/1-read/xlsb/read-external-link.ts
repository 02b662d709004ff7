import type { Scalar } from '@sheetwright/runtime/values.ts'
import { CellTableBuilder } from '../../model/cell-table.ts'
import type { ExternalLink } from '../../model/workbook.ts'
import { binaryError } from '../biff/binary-values.ts'
import type { ByteReader } from '../biff/byte-reader.ts'
import type { ReadContext } from '../read-context.ts'
import type { Relationship } from '../relationships.ts'
import { readRecords, wideString } from './records.ts'

const SHEET_NAMES = 359
const BEGIN_BOOK = 360
const TABLE_START = 363
const ROW = 366
const CELL_REAL = 368
const CELL_BOOLEAN = 369
const CELL_ERROR = 370
const CELL_TEXT = 371
const NAME_START = 577
const NAME_BITS = 586

const kinds: readonly ExternalLink['kind'][] = ['workbook', 'dde', 'ole']

/** A binary external link part: its target and the cached values of the other workbook. */
export async function readBinaryExternalLink(
  part: string,
  chunks: AsyncIterable<Buffer>,
  relationships: readonly Relationship[],
  context: ReadContext,
): Promise<ExternalLink> {
  const sheets: { name: string; cells: CellTableBuilder }[] = []
  const names: { name: string; sheet: number | undefined; text: undefined }[] = []
  let kind: ExternalLink['kind'] = 'unknown'
  let target: string | undefined
  let current: CellTableBuilder | undefined
  let row = -1
  const cell = (body: ByteReader, value: () => Scalar | undefined): void => {
    const col = body.u32()
    const cached = value()
    if (!current || cached === undefined) return
    context.budget.take()
    current.set(row, col, { kind: 'constant', value: cached, style: 0 })
  }
  const readers: Readonly<Record<number, (body: ByteReader) => void>> = {
    [BEGIN_BOOK]: (body) => {
      kind = kinds[body.u16()] ?? 'unknown'
      const first = wideString(body)
      target = relationships.find(({ id }) => id === first)?.target ?? first
    },
    [SHEET_NAMES]: (body) => {
      for (let count = body.u32(); count > 0; count--) {
        sheets.push({ name: wideString(body), cells: new CellTableBuilder() })
      }
    },
    [TABLE_START]: (body) => {
      current = sheets[body.u32()]?.cells
    },
    [ROW]: (body) => {
      row = body.u32()
    },
    [CELL_REAL]: (body) => cell(body, () => body.f64()),
    [CELL_BOOLEAN]: (body) => cell(body, () => body.u8() !== 0),
    [CELL_ERROR]: (body) => cell(body, () => binaryError(body.u8())),
    [CELL_TEXT]: (body) => cell(body, () => wideString(body)),
    [NAME_START]: (body) => names.push({ name: wideString(body), sheet: undefined, text: undefined }),
    [NAME_BITS]: (body) => {
      const name = names.at(-1)
      if (name && body.left >= 6) {
        body.skip(2)
        const sheet = body.u32()
        name.sheet = sheet > 0 && sheet <= sheets.length ? sheet - 1 : undefined
      }
    },
  }
  for await (const batch of readRecords(part, chunks)) {
    for (const { type, body } of batch) readers[type]?.(body)
  }
  return { kind, target, sheets: sheets.map(({ name, cells }) => ({ name, cells: cells.build() })), names }
}
