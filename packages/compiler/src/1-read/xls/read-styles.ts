import { type Border, type Borders, type CellStyle, type Font, plainStyle } from '../../model/style.ts'
import type { ByteReader } from '../biff/byte-reader.ts'
import { defaultPalette } from '../colors.ts'
import { numberFormatCode } from '../number-formats.ts'
import { borderStyle, horizontalAlignment, rotationDegrees, verticalAlignment } from '../style-codes.ts'
import type { TextForm } from './strings.ts'

/** Collects fonts, number formats, colours and cell formats of the workbook stream. */
export class StyleTables {
  private readonly text: TextForm
  private readonly isOld: boolean
  private readonly formats = new Map<number, string>()
  private readonly fonts: { font: Omit<Font, 'color'>; color: number }[] = []
  private readonly cellFormats: CellFormat[] = []
  private readonly palette: string[] = [...defaultPalette]

  constructor(text: TextForm, isOld: boolean) {
    this.text = text
    this.isOld = isOld
  }

  get size(): number {
    return this.cellFormats.length
  }

  format(body: ByteReader): void {
    this.formats.set(body.u16(), this.isOld ? this.text.short(body) : this.text.long(body))
  }

  font(body: ByteReader): void {
    const size = body.u16() / 20
    const flags = body.u16()
    const color = body.u16()
    const bold = body.u16() >= 600
    body.skip(2)
    const underline = body.u8() !== 0
    body.skip(3)
    const name = this.text.short(body)
    this.fonts.push({
      font: { name, size, bold, italic: (flags & 2) !== 0, underline, strike: (flags & 8) !== 0 },
      color,
    })
  }

  colors(body: ByteReader): void {
    for (let count = body.u16(), at = 8; count > 0 && at < 64 && body.left >= 4; count--, at++) {
      this.palette[at] = `#${body.slice(4).toString('hex', 0, 3).toUpperCase()}`
    }
  }

  cellFormat(body: ByteReader): void {
    this.cellFormats.push(this.isOld ? oldCellFormat(body) : cellFormat(body))
  }

  build(): readonly CellStyle[] {
    const fonts = this.fonts.map(({ font, color }): Font => ({ ...font, color: this.palette[color] }))
    if (this.cellFormats.length === 0) return [plainStyle]
    return this.cellFormats.map((format) => this.style(format, fonts))
  }

  private style(format: CellFormat, fonts: readonly Font[]): CellStyle {
    return {
      numberFormat: numberFormatCode(format.format, this.formats),
      font: fonts[fontPosition(format.font)] ?? plainStyle.font,
      fill: format.fill === undefined ? undefined : this.palette[format.fill],
      borders: this.borders(format.borders),
      alignment: format.alignment,
      quotePrefix: format.quotePrefix,
      locked: format.locked,
    }
  }

  private borders(sides: CellFormat['borders']): Borders {
    const made = ([code, color]: readonly [number, number]): Border | undefined => {
      const style = borderStyle(code)
      return style === undefined ? undefined : { style, color: this.palette[color] }
    }
    if (!sides) return plainStyle.borders
    return { left: made(sides.left), right: made(sides.right), top: made(sides.top), bottom: made(sides.bottom) }
  }
}

interface CellFormat {
  readonly font: number
  readonly format: number
  readonly locked: boolean
  readonly quotePrefix: boolean
  readonly alignment: CellStyle['alignment']
  readonly fill: number | undefined
  /** Style code and colour of each side. */
  readonly borders: Readonly<Record<keyof Borders, readonly [number, number]>> | undefined
}

/** Font index 4 is never used: numbering skips it. */
function fontPosition(index: number): number {
  return index > 4 ? index - 1 : index
}

function cellFormat(body: ByteReader): CellFormat {
  const [font, format, flags] = [body.u16(), body.u16(), body.u16()]
  const [align, rotation, indent] = [body.u8(), body.u8(), body.u8()]
  body.skip(1)
  const [sides, more] = [body.u32(), body.u32()]
  const colors = body.u16()
  const pattern = more >>> 26
  return {
    font,
    format,
    locked: (flags & 1) !== 0,
    quotePrefix: (flags & 8) !== 0,
    alignment: {
      horizontal: horizontalAlignment(align & 7),
      vertical: verticalAlignment((align >> 4) & 7),
      wrap: (align & 8) !== 0,
      indent: indent & 0xf,
      rotation: rotationDegrees(rotation),
    },
    fill: pattern === 0 ? undefined : colors & 0x7f,
    borders: {
      left: [sides & 0xf, (sides >> 16) & 0x7f],
      right: [(sides >> 4) & 0xf, (sides >> 23) & 0x7f],
      top: [(sides >> 8) & 0xf, more & 0x7f],
      bottom: [(sides >> 12) & 0xf, (more >> 7) & 0x7f],
    },
  }
}

/** Excel 5 and 95 pack their cell formats differently; borders are left out. */
function oldCellFormat(body: ByteReader): CellFormat {
  const [font, format, flags, align, colors, more] = [
    body.u16(),
    body.u16(),
    body.u16(),
    body.u16(),
    body.u16(),
    body.u16(),
  ]
  return {
    font,
    format,
    locked: (flags & 1) !== 0,
    quotePrefix: false,
    alignment: {
      horizontal: horizontalAlignment(align & 7),
      vertical: verticalAlignment((align >> 4) & 7),
      wrap: (align & 8) !== 0,
      indent: 0,
      rotation: 0,
    },
    fill: (more & 0x3f) === 0 ? undefined : colors & 0x7f,
    borders: undefined,
  }
}
