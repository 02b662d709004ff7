import type { FormulaScope } from './decode-formula.ts'
import { sheetPrefix } from './sheet-prefix.ts'

/** A workbook that formulas can refer to. */
export type Book =
  | { readonly kind: 'self' }
  | {
      readonly kind: 'external'
      /** Its number in formula text, from 1. */
      readonly number: number
      readonly sheets: readonly string[]
      readonly names: readonly ScopedName[]
    }
  /** Functions of add-ins, called by name. */
  | { readonly kind: 'addIn'; readonly names: readonly ScopedName[] }

/** A name, and its sheet unless the scope is the workbook. */
export interface ScopedName {
  readonly name: string
  readonly sheet: number | undefined
}

/** One entry of the list that 3-D references index. Sheet -1 was deleted, -2 means the workbook. */
export interface SheetLink {
  readonly book: number
  readonly first: number
  readonly last: number
}

/** The tables that the indexes in a binary workbook's formulas refer to. */
export interface BinaryNames {
  readonly sheets: readonly string[]
  readonly books: readonly Book[]
  readonly links: readonly SheetLink[]
  readonly names: readonly ScopedName[]
  readonly tables: ReadonlyMap<number, { readonly name: string; readonly columns: readonly string[] }>
}

/** The workbook as formulas on one sheet (or names, outside any sheet) see it. */
export function formulaScope(all: BinaryNames, currentSheet: number | undefined): FormulaScope {
  const onSheet = (name: ScopedName): string => {
    const home = name.sheet === undefined ? undefined : all.sheets[name.sheet]
    return home === undefined || name.sheet === currentSheet ? name.name : sheetPrefix(home, undefined) + name.name
  }
  return {
    ownSheets(first, last) {
      const [from, to] = [all.sheets[first], all.sheets[last]]
      return from === undefined || to === undefined ? undefined : sheetPrefix(from, to)
    },
    sheetPrefix(index) {
      const link = all.links[index]
      const book = link && all.books[link.book]
      if (!book || book.kind === 'addIn') return undefined
      const sheets = book.kind === 'self' ? all.sheets : book.sheets
      const label = book.kind === 'self' ? '' : `[${book.number}]`
      if (link.first === -2 && book.kind === 'external') return `${label}!`
      const first = sheets[link.first]
      const last = sheets[link.last]
      return first === undefined || last === undefined ? undefined : sheetPrefix(first, last, label)
    },
    name(index) {
      const name = all.names[index - 1]
      return name && onSheet(name)
    },
    externalName(link, index) {
      const book = all.books[all.links[link]?.book ?? -1]
      if (!book) return undefined
      const name = (book.kind === 'self' ? all.names : book.names)[index - 1]
      if (!name || book.kind === 'addIn') return name?.name
      if (book.kind === 'self') return onSheet(name)
      const home = name.sheet === undefined ? undefined : book.sheets[name.sheet]
      const label = `[${book.number}]`
      return (home === undefined ? `${label}!` : sheetPrefix(home, undefined, label)) + itemName(name.name)
    },
    table: (id) => all.tables.get(id),
  }
}

const PLAIN_NAME = /^[\p{L}_\\][\p{L}\p{N}_.\\?]*$/u

/** Items of other programs may have any name, so such names are quoted. */
function itemName(name: string): string {
  return PLAIN_NAME.test(name) ? name : `'${name.replaceAll("'", "''")}'`
}
