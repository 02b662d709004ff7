import type { Border, Borders, CellStyle, Font } from '../../model/style.ts'
import { plainStyle } from '../../model/style.ts'
import type { ByteReader } from '../biff/byte-reader.ts'
import { type ColorContext, type ColorSpec, defaultPalette, resolveColor } from '../colors.ts'
import type { ReadLimits } from '../limits.ts'
import { numberFormatCode } from '../number-formats.ts'
import { ReadFailure } from '../read-failure.ts'
import { borderStyle, horizontalAlignment, rotationDegrees, verticalAlignment } from '../style-codes.ts'
import { readRecords, wideString } from './records.ts'

const FONT = 43
const FORMAT = 44
const FILL = 45
const BORDER = 46
const CELL_FORMAT = 47
const INDEXED_COLOR = 475
const BEGIN_CELL_FORMATS = 617
const END_CELL_FORMATS = 618

/** The cell styles of a binary styles part. */
export async function readBinaryStyles(
  part: string,
  chunks: AsyncIterable<Buffer>,
  theme: readonly string[],
  limits: ReadLimits,
): Promise<readonly CellStyle[]> {
  const formats = new Map<number, string>()
  const fonts: ((colors: ColorContext) => Font)[] = []
  const fills: (ColorSpec | undefined)[] = []
  const borders: ((colors: ColorContext) => Borders)[] = []
  const cellFormats: CellFormat[] = []
  const ownColors: string[] = []
  let inCellFormats = false
  for await (const batch of readRecords(part, chunks)) {
    for (const { type, body } of batch) {
      if (type === FORMAT) formats.set(body.u16(), wideString(body))
      else if (type === FONT) fonts.push(readFont(body))
      else if (type === FILL) fills.push(readFill(body))
      else if (type === BORDER) borders.push(readBorders(body))
      else if (type === INDEXED_COLOR) ownColors.push(hex(body))
      else if (type === BEGIN_CELL_FORMATS) inCellFormats = true
      else if (type === END_CELL_FORMATS) inCellFormats = false
      else if (type === CELL_FORMAT && inCellFormats) cellFormats.push(readCellFormat(body))
      if (cellFormats.length > limits.styles) {
        throw new ReadFailure('TOO_MUCH', { what: 'cell styles', limit: limits.styles })
      }
    }
  }
  const colors: ColorContext = { palette: defaultPalette.map((color, index) => ownColors[index] ?? color), theme }
  const madeFonts = fonts.map((make) => make(colors))
  const madeBorders = borders.map((make) => make(colors))
  return cellFormats.map(({ format, font, fill, border, alignment, locked, quotePrefix }) => ({
    numberFormat: numberFormatCode(format, formats),
    font: madeFonts[font] ?? plainStyle.font,
    fill: resolveColor(fills[fill], colors),
    borders: madeBorders[border] ?? plainStyle.borders,
    alignment,
    locked,
    quotePrefix,
  }))
}

type CellFormat = ReturnType<typeof readCellFormat>

function readCellFormat(body: ByteReader) {
  body.skip(2)
  const [format, font, fill, border] = [body.u16(), body.u16(), body.u16(), body.u16()]
  const rotation = rotationDegrees(body.u8())
  const indent = body.u8()
  const bits = body.u16()
  return {
    format,
    font,
    fill,
    border,
    alignment: {
      horizontal: horizontalAlignment(bits & 7),
      vertical: verticalAlignment((bits >> 3) & 7),
      wrap: (bits & 0x40) !== 0,
      indent,
      rotation,
    },
    locked: (bits & 0x1000) !== 0,
    quotePrefix: (bits & 0x8000) !== 0,
  }
}

function readFont(body: ByteReader): (colors: ColorContext) => Font {
  const size = body.u16() / 20
  const flags = body.u16()
  const bold = body.u16() >= 600
  body.skip(2)
  const underline = body.u8() !== 0
  body.skip(3)
  const color = readColor(body)
  body.skip(1)
  const name = wideString(body)
  return (colors) => ({
    name,
    size,
    bold,
    italic: (flags & 2) !== 0,
    underline,
    strike: (flags & 8) !== 0,
    color: resolveColor(color, colors),
  })
}

function readFill(body: ByteReader): ColorSpec | undefined {
  const pattern = body.u32()
  const [foreground, background] = [readColor(body), readColor(body)]
  if (pattern === 0) return undefined
  return pattern === 1 ? foreground : (background ?? foreground)
}

function readBorders(body: ByteReader): (colors: ColorContext) => Borders {
  body.skip(1)
  const side = () => {
    const style = borderStyle(body.u8())
    body.skip(1)
    return { style, color: readColor(body) }
  }
  const [top, bottom, left, right] = [side(), side(), side(), side()]
  return (colors) => {
    const made = ({ style, color }: ReturnType<typeof side>): Border | undefined =>
      style === undefined ? undefined : { style, color: resolveColor(color, colors) }
    return { top: made(top), bottom: made(bottom), left: made(left), right: made(right) }
  }
}

function readColor(body: ByteReader): ColorSpec | undefined {
  const kind = body.u8() >> 1
  const index = body.u8()
  const tint = body.i16() / 32_767
  const rgb = hex(body)
  if (kind === 1) return { indexed: index, tint }
  if (kind === 2) return { rgb: rgb.slice(1), tint }
  return kind === 3 ? { theme: index, tint } : undefined
}

function hex(body: ByteReader): string {
  return `#${body.slice(4).toString('hex', 0, 3).toUpperCase()}`
}
