import { columnOf, type Home, pointOf, rowOf } from './references.ts'
import type { Coordinate } from './tree.ts'

/**
 * Strings, quoted names and brackets come first, so that nothing inside them is taken for a reference. An unclosed one,
 * which the parser refuses, matches to the end, so the search never backtracks.
 */
const TOKEN =
  /"[^"]*"?|'[^']*'?|\[(?:[^[\]']|'[^]?|\[(?:[^[\]']|'[^]?)*\]?)*\]?|[A-Za-z_\\$\u0080-\uffff][\w.\\?$\u0080-\uffff]*|\d+(?:\.\d*)?(?:[eE][+-]?\d+)?/g

/**
 * The text with every relative reference replaced by its offset from the formula's cell. Two formulas with the same key
 * have the same tree, so a filled column is parsed once.
 */
export function relativeKey(text: string, home: Home): string {
  return text.replace(TOKEN, (token, offset: number) => replaced(token, text, offset, home))
}

function replaced(token: string, text: string, offset: number, home: Home): string {
  const first = token.charCodeAt(0)
  if (first === 34 || first === 39 || first === 91) return token
  const behind = text.charAt(offset + token.length)
  if (behind === '(' || behind === '!' || behind === '[') return token
  if (behind === ':' && isSheetRun(text, offset + token.length + 1)) return token
  const point = pointOf(token, home)
  if (point) return `\u0001${shown(point.row)},${shown(point.col)}\u0002`
  if (behind !== ':' && text.charAt(offset - 1) !== ':') return token
  const column = columnOf(token, home)
  if (column) return `\u0003${shown(column)}\u0002`
  const row = rowOf(token, home)
  return row ? `\u0004${shown(row)}\u0002` : token
}

const LAST_SHEET = /[\w.\\?\u0080-\uffff]+!/y

/** The second half of `Jan:Dec!A1`, where `Jan` is a sheet and not a column. */
function isSheetRun(text: string, position: number): boolean {
  LAST_SHEET.lastIndex = position
  return LAST_SHEET.test(text)
}

function shown(coordinate: Coordinate): string {
  return coordinate.relative ? `+${coordinate.value}` : `${coordinate.value}`
}
