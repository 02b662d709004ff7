import { FormulaSyntaxError } from './syntax-error.ts'
import type { TableItem } from './tree.ts'

export interface TableParts {
  readonly items: readonly TableItem[]
  readonly firstColumn?: string
  readonly lastColumn?: string
}

const ITEMS: Readonly<Record<string, TableItem>> = {
  '#all': 'all',
  '#data': 'data',
  '#headers': 'headers',
  '#totals': 'totals',
  '#this row': 'thisRow',
}

/**
 * Parses the text between the outer brackets of a structured reference: `Col`, `@Col`, `[#Headers],[a]:[b]`, or
 * nothing.
 */
export function parseTableParts(inner: string, position: number): TableParts {
  const text = inner.trim()
  if (text === '') return { items: [] }
  if (text.startsWith('@')) return { ...parseColumns(text.slice(1).trim(), position), items: ['thisRow'] }
  if (!text.startsWith('[')) {
    const item = ITEMS[text.toLowerCase()]
    return item ? { items: [item] } : { items: [], ...oneColumn(unescaped(inner)) }
  }
  const items: TableItem[] = []
  let columns: { firstColumn?: string; lastColumn?: string } = {}
  for (const piece of splitPieces(text, position)) {
    const only = piece.length === 1 ? ITEMS[(piece[0] ?? '').trim().toLowerCase()] : undefined
    if (only) items.push(only)
    else columns = columnsOf(piece, position)
  }
  return { items, ...columns }
}

function parseColumns(text: string, position: number): { firstColumn?: string; lastColumn?: string } {
  if (text === '') return {}
  if (!text.startsWith('[')) return oneColumn(unescaped(text))
  const pieces = splitPieces(text, position)
  const first = pieces[0]
  if (pieces.length !== 1 || !first) {
    throw new FormulaSyntaxError('Only one column or one run of columns can follow @', position)
  }
  return columnsOf(first, position)
}

function oneColumn(name: string): { firstColumn: string; lastColumn: string } {
  return { firstColumn: name, lastColumn: name }
}

function columnsOf(piece: readonly string[], position: number): { firstColumn: string; lastColumn: string } {
  const first = piece[0]
  const last = piece[piece.length - 1]
  if (first === undefined || last === undefined || piece.length > 2) {
    throw new FormulaSyntaxError('This is not a structured reference', position)
  }
  return { firstColumn: unescaped(first), lastColumn: unescaped(last) }
}

/** `[a],[b]:[c]` gives [['a'], ['b', 'c']]; the contents stay escaped. */
function splitPieces(text: string, position: number): string[][] {
  const pieces: string[][] = []
  let i = 0
  let joined = false
  while (i < text.length) {
    if (text.charAt(i) !== '[') throw new FormulaSyntaxError('This is not a structured reference', position)
    const end = closing(text, i, position)
    const content = text.slice(i + 1, end)
    const last = pieces[pieces.length - 1]
    if (joined && last) last.push(content)
    else pieces.push([content])
    i = end + 1
    while (text.charAt(i) === ' ') i++
    if (i >= text.length) break
    const separator = text.charAt(i)
    if (separator !== ',' && separator !== ':') {
      throw new FormulaSyntaxError('This is not a structured reference', position)
    }
    joined = separator === ':'
    i++
    while (text.charAt(i) === ' ') i++
  }
  return pieces
}

function closing(text: string, open: number, position: number): number {
  for (let i = open + 1; i < text.length; i++) {
    const char = text.charAt(i)
    if (char === "'") i++
    else if (char === ']') return i
  }
  throw new FormulaSyntaxError('The [ at this place is never closed', position)
}

function unescaped(text: string): string {
  return text.includes("'") ? text.replace(/'(.)/gs, '$1') : text
}

/** A column name escaped for use between brackets. */
export function escapedColumn(name: string): string {
  return name.replace(/[[\]#'@]/g, "'$&")
}
