import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import { relativeKey } from '../2-parse/relative-key.ts'
import { CellText, shownValue, type ShownValue } from '../explain/cell-text.ts'
import { cellName, rangeName, type Range } from '../model/address.ts'
import type { Cell } from '../model/cell.ts'
import type { Sheet, Table, Workbook } from '../model/workbook.ts'
import { alignLists } from './align-rows.ts'

/** Cells that changed in the same way and lie together. */
export interface CellChange {
  readonly kind: 'formula' | 'constant' | 'formulaToConstant' | 'constantToFormula' | 'added' | 'removed'
  readonly sheet: string
  /** In the later workbook; of removed cells, in the earlier one. */
  readonly range: string
  readonly cells: number
  /** The first of them, as it was and as it is. */
  readonly before:
    | { readonly cell: string; readonly formula: string | undefined; readonly value: ShownValue }
    | undefined
  readonly after:
    | { readonly cell: string; readonly formula: string | undefined; readonly value: ShownValue }
    | undefined
  /** Of changed constants: what each cell was and is, the first ones of a large block. */
  readonly values?: readonly { readonly cell: string; readonly before: ShownValue; readonly after: ShownValue }[]
}

/** An Excel table that came, went, or has another place or other columns. */
export interface TableChange {
  readonly name: string
  readonly change: 'added' | 'removed' | 'changed'
  /** `Rates!A1:B9` */
  readonly before: string | undefined
  readonly after: string | undefined
  readonly rows: { readonly before: number; readonly after: number }
  readonly columnsAdded: readonly string[]
  readonly columnsRemoved: readonly string[]
}

export interface SheetChange {
  readonly name: string
  readonly change: 'added' | 'removed' | 'changed'
  readonly rowsInserted: number
  readonly rowsRemoved: number
}

export interface NameChange {
  readonly name: string
  readonly before: string | undefined
  readonly after: string | undefined
}

export interface WorkbookDiff {
  readonly sheets: readonly SheetChange[]
  readonly changes: readonly CellChange[]
  /** Groups beyond those listed. */
  readonly omitted: number
  readonly changedCells: number
  readonly names: readonly NameChange[]
  readonly tables: readonly TableChange[]
}

const MOST_GROUPS = 1000
/** Constants of one block that are listed one by one. */
const MOST_VALUES = 50

/**
 * What changed between two workbooks. Rows that were inserted or removed are recognised, so that what only moved is no change;
 * a formula that changed in a whole column is one change.
 */
export function diffWorkbooks(before: Workbook, after: Workbook): WorkbookDiff {
  const sheets: SheetChange[] = []
  const groups: CellChange[] = []
  const texts = { before: new CellText(before), after: new CellText(after) }
  for (const sheet of before.sheets) {
    if (!sheetNamed(after, sheet.name)) {
      sheets.push({ name: sheet.name, change: 'removed', rowsInserted: 0, rowsRemoved: 0 })
    }
  }
  for (const later of after.sheets) {
    const earlier = sheetNamed(before, later.name)
    if (!earlier) {
      sheets.push({ name: later.name, change: 'added', rowsInserted: 0, rowsRemoved: 0 })
      continue
    }
    const compared = new SheetComparison(before, earlier, after, later, texts)
    const changes = compared.groups()
    if (changes.length > 0 || compared.rowsInserted > 0 || compared.rowsRemoved > 0) {
      const { rowsInserted, rowsRemoved } = compared
      sheets.push({ name: later.name, change: 'changed', rowsInserted, rowsRemoved })
    }
    groups.push(...changes)
  }
  const order = ['formula', 'formulaToConstant', 'constantToFormula', 'constant', 'added', 'removed']
  const sorted = groups.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  return {
    sheets,
    changes: sorted.slice(0, MOST_GROUPS),
    omitted: Math.max(0, sorted.length - MOST_GROUPS),
    changedCells: groups.reduce((sum, { cells }) => sum + cells, 0),
    names: nameChanges(before, after),
    tables: tableChanges(before, after, texts),
  }
}

function tableChanges(before: Workbook, after: Workbook, texts: Texts): TableChange[] {
  const byName = ({ tables }: Workbook) => new Map(tables.map((table) => [table.name.toLowerCase(), table]))
  const [old, now] = [byName(before), byName(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key): TableChange[] => {
    const [was, is] = [old.get(key), now.get(key)]
    const placed = (text: CellText, table: Table | undefined) =>
      table && text.area({ sheet: table.sheet, ...table.range })
    const [place, newPlace] = [placed(texts.before, was), placed(texts.after, is)]
    const [columns, newColumns] = [columnsOf(was), columnsOf(is)]
    const columnsAdded = newColumns.filter((name) => !columns.includes(name))
    const columnsRemoved = columns.filter((name) => !newColumns.includes(name))
    if (place === newPlace && columnsAdded.length === 0 && columnsRemoved.length === 0) return []
    return [
      {
        name: (is ?? was)?.name ?? key,
        change: was === undefined ? 'added' : is === undefined ? 'removed' : 'changed',
        before: place,
        after: newPlace,
        rows: { before: rowsOf(was), after: rowsOf(is) },
        columnsAdded,
        columnsRemoved,
      },
    ]
  })
}

function columnsOf(table: Table | undefined): string[] {
  return table?.columns.map(({ name }) => name) ?? []
}

/** Rows of data, without headings and totals. */
function rowsOf(table: Table | undefined): number {
  if (!table) return 0
  return table.range.bottom - table.range.top + 1 - table.headerRows - table.totalsRows
}

function sheetNamed(workbook: Workbook, name: string): Sheet | undefined {
  return workbook.sheets.find((sheet) => sheet.name.toLowerCase() === name.toLowerCase())
}

interface Texts {
  readonly before: CellText
  readonly after: CellText
}

interface Pair {
  readonly kind: CellChange['kind']
  readonly row: number
  readonly col: number
  readonly earlier: { readonly row: number; readonly cell: Cell } | undefined
  readonly later: { readonly row: number; readonly cell: Cell } | undefined
  /** Changes with the same one belong together where they touch. */
  readonly key: string
}

class SheetComparison {
  readonly rowsInserted: number
  readonly rowsRemoved: number
  private readonly before: Workbook
  private readonly earlier: Sheet
  private readonly after: Workbook
  private readonly later: Sheet
  private readonly texts: Texts
  /** Rows of the earlier sheet by those of the later one, and back. */
  private readonly toEarlier: ReadonlyMap<number, number>
  private readonly toLater: ReadonlyMap<number, number>

  constructor(before: Workbook, earlier: Sheet, after: Workbook, later: Sheet, texts: Texts) {
    this.before = before
    this.earlier = earlier
    this.after = after
    this.later = later
    this.texts = texts
    const [old, now] = [rowTexts(earlier), rowTexts(later)]
    const isInPlace = old.length === now.length && shareInPlace(old, now) >= 0.5
    const pairs = isInPlace ? old.map((_, i): [number, number] => [i, i]) : alignLists(old, now)
    this.toEarlier = new Map(pairs.map(([a, b]) => [b, a]))
    this.toLater = new Map(pairs)
    this.rowsInserted = now.filter((text, row) => text !== '' && !this.toEarlier.has(row)).length
    this.rowsRemoved = old.filter((text, row) => text !== '' && !this.toLater.has(row)).length
  }

  groups(): CellChange[] {
    const pairs: Pair[] = []
    this.later.cells.forEach((row, col, cell) => {
      const old = this.toEarlier.get(row)
      const earlier = old === undefined ? undefined : this.earlier.cells.get(old, col)
      const change = this.change(earlier, old ?? row, cell, row, col)
      if (change) pairs.push(change)
    })
    this.earlier.cells.forEach((row, col, cell) => {
      if (isBlank(cell)) return
      const now = this.toLater.get(row)
      const later = now === undefined ? undefined : this.later.cells.get(now, col)
      if (later && !isBlank(later)) return
      pairs.push({ kind: 'removed', row, col, earlier: { row, cell }, later: undefined, key: 'removed' })
    })
    return grouped(pairs).map((group) => this.describe(group))
  }

  private change(earlier: Cell | undefined, oldRow: number, later: Cell, row: number, col: number): Pair | undefined {
    const base = {
      row,
      col,
      earlier: earlier && !isBlank(earlier) ? { row: oldRow, cell: earlier } : undefined,
      later: { row, cell: later },
    }
    if (!base.earlier || !earlier) return isBlank(later) ? undefined : { ...base, kind: 'added', key: 'added' }
    if (isBlank(later)) return undefined
    const [was, is] = [earlier.kind === 'formula', later.kind === 'formula']
    if (was && !is) return { ...base, kind: 'formulaToConstant', key: 'formulaToConstant' }
    if (!was && is)
      return { ...base, kind: 'constantToFormula', key: `constantToFormula ${this.newKey(later, row, col)}` }
    if (earlier.kind === 'constant' && later.kind === 'constant') {
      return sameValue(earlier.value, later.value) ? undefined : { ...base, kind: 'constant', key: 'constant' }
    }
    const [old, now] = [this.oldKey(earlier, oldRow, col), this.newKey(later, row, col)]
    if (old === now || this.isMoved(earlier, oldRow, later, row, col)) return undefined
    return { ...base, kind: 'formula', key: `formula ${old} ${now}` }
  }

  /** The same formula, but for references that follow the rows that were inserted or removed. */
  private isMoved(earlier: Cell, oldRow: number, later: Cell, row: number, col: number): boolean {
    if (earlier.kind !== 'formula' || later.kind !== 'formula') return false
    const old = this.texts.before.formula(earlier, oldRow, col) ?? ''
    const now = this.texts.after.formula(later, row, col) ?? ''
    const moved = old.replaceAll(WORD, (word, offset: number) => {
      // What stands behind a sheet's name lies elsewhere.
      if (old[offset - 1] === '!') return word
      const match = CELL.exec(word)
      const target = this.toLater.get(Number(match?.[2]) - 1)
      return target === undefined ? word : `${match?.[1]}${target + 1}`
    })
    return moved === now
  }

  private oldKey(cell: Cell, row: number, col: number): string {
    return keyOf(cell, row, col, this.before)
  }

  private newKey(cell: Cell, row: number, col: number): string {
    return keyOf(cell, row, col, this.after)
  }

  private describe(group: readonly Pair[]): CellChange {
    const [first] = group
    if (!first) throw new Error('A group of changes is empty')
    const range: Range = {
      top: Math.min(...ends(group, 'row')),
      bottom: Math.max(...ends(group, 'row')),
      left: Math.min(...ends(group, 'col')),
      right: Math.max(...ends(group, 'col')),
    }
    const side = (text: CellText, at: Pair['earlier']) => {
      if (!at) return undefined
      const { cell, row } = at
      return {
        cell: cellName(row, first.col),
        formula: cell.kind === 'formula' ? text.formula(cell, row, first.col) : undefined,
        value: shownValue(cell.kind === 'formula' ? (cell.saved ?? null) : cell.value),
      }
    }
    return {
      kind: first.kind,
      sheet: this.later.name,
      range: rangeName(range),
      cells: group.length,
      before: side(this.texts.before, first.earlier),
      after: side(this.texts.after, first.later),
      ...(first.kind === 'constant' ? { values: group.slice(0, MOST_VALUES).map(valuesOf) } : {}),
    }
  }
}

function valuesOf({ row, col, earlier, later }: Pair) {
  const value = (at: Pair['earlier']) => (at?.cell.kind === 'constant' ? shownValue(at.cell.value) : null)
  return { cell: cellName(row, col), before: value(earlier), after: value(later) }
}

/** Texts and quoted sheets first, so that nothing inside them is taken for a reference. */
const WORD = /"[^"]*"|'[^']*'|[$\w.]+/g
const CELL = /^(\$?[A-Z]{1,3}\$?)(\d{1,7})$/

function ends(group: readonly Pair[], side: 'row' | 'col'): number[] {
  const values = group.map((pair) => pair[side])
  let [least, most] = [values[0] ?? 0, values[0] ?? 0]
  for (const value of values) {
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  return [least, most]
}

/** Changes of one kind that touch, down a column first and then across. */
function grouped(pairs: readonly Pair[]): Pair[][] {
  const byKey = new Map<string, Pair[]>()
  for (const pair of pairs) {
    const list = byKey.get(pair.key)
    if (list) list.push(pair)
    else byKey.set(pair.key, [pair])
  }
  return [...byKey.values()].flatMap((list) => {
    const runs: Pair[][] = []
    const columns = Map.groupBy(list, ({ col }) => col)
    for (const column of columns.values()) {
      let run: Pair[] = []
      for (const pair of column.toSorted((a, b) => a.row - b.row)) {
        const last = run.at(-1)
        if (last && pair.row > last.row + 1) {
          runs.push(run)
          run = []
        }
        run.push(pair)
      }
      if (run.length > 0) runs.push(run)
    }
    return joinedRuns(runs)
  })
}

/** Runs over the same rows of neighbouring columns are one block. */
function joinedRuns(runs: readonly Pair[][]): Pair[][] {
  const joined: Pair[][] = []
  const open = new Map<string, { group: Pair[]; right: number }>()
  for (const run of runs.toSorted((a, b) => (a[0]?.col ?? 0) - (b[0]?.col ?? 0))) {
    const [first] = run
    if (!first) continue
    const key = `${first.row} ${run.at(-1)?.row}`
    const beside = open.get(key)
    if (beside && beside.right === first.col - 1) {
      beside.group.push(...run)
      beside.right = first.col
    } else {
      const group = [...run]
      joined.push(group)
      open.set(key, { group, right: first.col })
    }
  }
  return joined
}

function keyOf(cell: Cell, row: number, col: number, { grid }: Workbook): string {
  if (cell.kind !== 'formula') return ''
  const { formula } = cell
  if (formula.kind === 'dataTable') return `table ${JSON.stringify(formula.inputs)}`
  const home = formula.kind === 'normal' ? { row: formula.row, col: formula.col } : { row, col }
  return `${formula.kind} ${relativeKey(formula.text, { ...home, ...grid })}`
}

function isBlank(cell: Cell): boolean {
  return cell.kind === 'constant' && (cell.value === null || cell.value === '')
}

function sameValue(a: Scalar, b: Scalar): boolean {
  return a instanceof ExcelError && b instanceof ExcelError ? a.code === b.code : a === b
}

const LABEL = 't'

/** What a row is recognised by: its first text, or else the shape of what it holds. */
function rowTexts(sheet: Sheet): string[] {
  const count = (sheet.used?.bottom ?? -1) + 1
  const labels = new Map<number, string>()
  const shapes: string[] = Array.from({ length: count }, () => '')
  sheet.cells.forEach((row, col, cell) => {
    if (isBlank(cell)) return
    if (cell.kind === 'constant' && typeof cell.value === 'string') {
      if (!labels.has(row)) labels.set(row, `${LABEL}${col}:${cell.value}`)
    } else shapes[row] += `${col}:${cell.kind === 'formula' ? '=' : typeof cell.value}`
  })
  return shapes.map((shape, row) => labels.get(row) ?? shape)
}

/** The share of rows with a text that stand where they stood. */
function shareInPlace(before: readonly string[], after: readonly string[]): number {
  const labelled = before.flatMap((text, row) => (text.startsWith(LABEL) ? [row] : []))
  if (labelled.length === 0) return 1
  return labelled.filter((row) => before[row] === after[row]).length / labelled.length
}

const BUILT_IN = /^_xl/i

function nameChanges(before: Workbook, after: Workbook): NameChange[] {
  const namesOf = ({ names, sheets }: Workbook) =>
    new Map(
      names
        .filter(({ name }) => !BUILT_IN.test(name))
        .map(({ name, sheet, text }) => [sheet === undefined ? name : `${sheets[sheet]?.name ?? ''}!${name}`, text]),
    )
  const [old, now] = [namesOf(before), namesOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) =>
    old.get(name) === now.get(name) ? [] : [{ name, before: old.get(name), after: now.get(name) }],
  )
}
