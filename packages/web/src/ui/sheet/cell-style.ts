import type { CSSProperties } from 'react'

/** The style of a cell in the workbook, without defaults. Colours are the author's, on white. */
export interface SheetLook {
  readonly bold?: true | undefined
  readonly italic?: true | undefined
  readonly underline?: true | undefined
  readonly strike?: true | undefined
  readonly color?: string | undefined
  readonly size?: number | undefined
  readonly fill?: string | undefined
  readonly align?: string | undefined
  readonly valign?: string | undefined
  readonly wrap?: true | undefined
  readonly indent?: number | undefined
  readonly borders?: readonly (readonly ['l' | 'r' | 't' | 'b', string, (string | undefined)?])[] | undefined
}

const sides = { l: 'borderLeft', r: 'borderRight', t: 'borderTop', b: 'borderBottom' } as const
const pixelsOfPoint = 96 / 72
const largestFont = 28
const indentPixels = 8

export function cellStyle(look: SheetLook | undefined, value: unknown): CSSProperties {
  const style: CSSProperties = { justifyContent: justified(look?.align, value), alignItems: placed(look?.valign) }
  if (look?.align === 'right' || look?.align === 'center') style.textAlign = look.align
  if (!look) return style
  if (look.bold) style.fontWeight = 600
  if (look.italic) style.fontStyle = 'italic'
  if (look.underline || look.strike) {
    style.textDecoration = [look.underline && 'underline', look.strike && 'line-through'].filter(Boolean).join(' ')
  }
  if (look.color !== undefined) style.color = look.color
  if (look.size !== undefined) style.fontSize = pixelsOf(look.size)
  if (look.fill !== undefined) style.backgroundColor = look.fill
  if (look.wrap) style.whiteSpace = 'pre-wrap'
  if (look.indent !== undefined) style.paddingInlineStart = look.indent * indentPixels
  for (const [side, line, color] of look.borders ?? []) style[sides[side]] = border(line, color)
  return style
}

function pixelsOf(points: number): number {
  return Math.min(largestFont, points * pixelsOfPoint * 0.9)
}

const defaultPixels = 12
const paddingPixels = 8
/** A number that needs a smaller font than this part of its own has no room in Excel either. */
const smallestPart = 0.75

/** The font size at which a number fits its cell as it does in Excel, whose usual fonts are narrower than ours. */
export function fittedSize(look: SheetLook | undefined, text: string, width: number): number {
  const size = look?.size === undefined ? defaultPixels : pixelsOf(look.size)
  const room = width - paddingPixels - (look?.indent ?? 0) * indentPixels
  const needed = Array.from(text, emsOf).reduce((sum, ems) => sum + ems, 0) * (look?.bold ? 1.05 : 1)
  return Math.min(size, Math.max(size * smallestPart, room / needed))
}

/** About how wide a character is in our font, in ems. */
function emsOf(character: string): number {
  if (/[\s.,:;'|()]/.test(character)) return 0.3
  if (/[-/]/.test(character)) return 0.46
  return /[\d\p{Script=Latin}]/u.test(character) ? 0.63 : 1
}

function border(line: string, color: string | undefined): string {
  const width = line === 'thick' || line === 'double' ? 3 : line.startsWith('medium') ? 2 : 1
  const kind =
    line === 'double' ? 'double' : /dot|hair/i.test(line) ? 'dotted' : /dash/i.test(line) ? 'dashed' : 'solid'
  return `${width}px ${kind} ${color ?? 'currentColor'}`
}

function justified(align: string | undefined, value: unknown): string {
  if (align === 'center' || align === 'centerContinuous') return 'center'
  if (align === 'right') return 'flex-end'
  if (align === 'left' || align === 'fill' || align === 'justify' || align === 'distributed') return 'flex-start'
  if (typeof value === 'number') return 'flex-end'
  return typeof value === 'boolean' ? 'center' : 'flex-start'
}

function placed(valign: string | undefined): string {
  if (valign === 'top') return 'flex-start'
  return valign === 'center' || valign === 'justify' || valign === 'distributed' ? 'center' : 'flex-end'
}
