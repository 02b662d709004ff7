import { formatValue } from '@sheetwright/runtime/formats/format.ts'
import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import type { Workbook } from '../model/workbook.ts'
import { type CellStyle, plainStyle } from '../model/style.ts'

/** A value as its cell shows it. */
export function shownText(value: Scalar, numberFormat: string, locale: string, date1904: boolean): string {
  if (value === null) return ''
  if (value instanceof ExcelError) return value.code
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return formatValue(value, numberFormat, { locale, date1904 }) ?? String(value)
}

/** What a page needs to draw a cell; defaults are left out. */
export interface CellLook {
  readonly bold?: true
  readonly italic?: true
  readonly underline?: true
  readonly strike?: true
  readonly color?: string
  readonly size?: number
  readonly fill?: string
  readonly align?: string
  readonly valign?: string
  readonly wrap?: true
  readonly indent?: number
  /** Left, right, top, bottom: style and colour. */
  readonly borders?: readonly (readonly [side: 'l' | 'r' | 't' | 'b', style: string, color: string | undefined])[]
}

export function lookOf({ font, fill, alignment, borders }: CellStyle): CellLook {
  const sides = (
    [
      ['l', borders.left],
      ['r', borders.right],
      ['t', borders.top],
      ['b', borders.bottom],
    ] as const
  ).flatMap(([side, border]) => (border ? [[side, border.style, border.color] as const] : []))
  return {
    ...(font.bold ? { bold: true } : {}),
    ...(font.italic ? { italic: true } : {}),
    ...(font.underline ? { underline: true } : {}),
    ...(font.strike ? { strike: true } : {}),
    ...(font.color === undefined ? {} : { color: font.color }),
    ...(font.size === undefined ? {} : { size: font.size }),
    ...(fill === undefined ? {} : { fill }),
    ...(alignment.horizontal === undefined ? {} : { align: alignment.horizontal }),
    ...(alignment.vertical === undefined ? {} : { valign: alignment.vertical }),
    ...(alignment.wrap ? { wrap: true } : {}),
    ...(alignment.indent > 0 ? { indent: alignment.indent } : {}),
    ...(sides.length > 0 ? { borders: sides } : {}),
  }
}

export function styleAt({ styles }: Workbook, index: number): CellStyle {
  return styles[index] ?? plainStyle
}
