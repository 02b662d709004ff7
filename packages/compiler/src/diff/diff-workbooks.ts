import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import { relativeKey } from '../2-parse/relative-key.ts'
import { CellText, shownValue, type ShownValue } from '../explain/cell-text.ts'
import { cellName, rangeName, type Range } from '../model/address.ts'
import type { Cell } from '../model/cell.ts'
import type { Sheet, Table, Workbook } from '../model/workbook.ts'
import { alignSheets, isBlank, type SheetAlignment } from './align-sheets.ts'
import { isSameButMoved, type SheetAlignments } from './moved-references.ts'

/** Adjacent cells that changed in the same way. */
export interface CellChange {
  readonly kind: 'formula' | 'constant' | 'formulaToConstant' | 'constantToFormula' | 'added' | 'removed'
  readonly sheet: string
  /** In the later workbook; for removed cells, in the earlier one. */
  readonly range: string
  readonly cells: number
  /** The first cell of the range before and after. */
  readonly before:
    | { readonly cell: string; readonly formula: string | undefined; readonly value: ShownValue }
    | undefined
  readonly after:
    | { readonly cell: string; readonly formula: string | undefined; readonly value: ShownValue }
    | undefined
  /** For changed constants: each cell before and after, up to a limit for a large block. */
  readonly values?: readonly { readonly cell: string; readonly before: ShownValue; readonly after: ShownValue }[]
}

/** An Excel table that was added, removed, moved, or has other columns. */
interface TableChange {
  readonly name: string
  readonly change: 'added' | 'removed' | 'changed'
  /** `Rates!A1:B9` */
  readonly before: string | undefined
  readonly after: string | undefined
  readonly rows: { readonly before: number; readonly after: number }
  readonly columnsAdded: readonly string[]
  readonly columnsRemoved: readonly string[]
}

interface SheetChange {
  readonly name: string
  readonly change: 'added' | 'removed' | 'changed'
  readonly rowsInserted: number
  readonly rowsRemoved: number
  readonly columnsInserted: number
  readonly columnsRemoved: number
}

interface NameChange {
  readonly name: string
  readonly before: string | undefined
  readonly after: string | undefined
}

export interface WorkbookDiff {
  readonly sheets: readonly SheetChange[]
  readonly changes: readonly CellChange[]
  /** Number of groups that are not listed. */
  readonly omitted: number
  readonly changedCells: number
  readonly names: readonly NameChange[]
  readonly tables: readonly TableChange[]
}

const MOST_GROUPS = 1000
/** Most constants of one block that are listed one by one. */
const MOST_VALUES = 50

/**
 * The changes between two workbooks. Inserted and removed rows and columns are recognised, so that moved cells are no
 * change. A formula that changed in a whole column is one change.
 */
export function diffWorkbooks(before: Workbook, after: Workbook): WorkbookDiff {
  const sheets: SheetChange[] = []
  const groups: CellChange[] = []
  const texts = { before: new CellText(before), after: new CellText(after) }
  const alignments: SheetAlignments = new Map(
    after.sheets.flatMap((later): [string, SheetAlignment][] => {
      const earlier = sheetNamed(before, later.name)
      return earlier ? [[later.name.toLowerCase(), alignSheets(earlier, later)]] : []
    }),
  )
  for (const { name } of before.sheets) {
    if (!sheetNamed(after, name)) sheets.push({ name, change: 'removed', ...nothingMoved })
  }
  for (const later of after.sheets) {
    const earlier = sheetNamed(before, later.name)
    const alignment = alignments.get(later.name.toLowerCase())
    if (!earlier || !alignment) {
      sheets.push({ name: later.name, change: 'added', ...nothingMoved })
      continue
    }
    const changes = new SheetComparison(before, earlier, after, later, texts, alignments, alignment).groups()
    const { rows, columns } = alignment
    const moves = {
      rowsInserted: rows.inserted,
      rowsRemoved: rows.removed,
      columnsInserted: columns.inserted,
      columnsRemoved: columns.removed,
    }
    if (changes.length > 0 || Object.values(moves).some((count) => count > 0)) {
      sheets.push({ name: later.name, change: 'changed', ...moves })
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
    names: nameChanges(before, after, alignments),
    tables: tableChanges(before, after, texts, alignments),
  }
}

const nothingMoved = { rowsInserted: 0, rowsRemoved: 0, columnsInserted: 0, columnsRemoved: 0 }

function tableChanges(before: Workbook, after: Workbook, texts: Texts, alignments: SheetAlignments): TableChange[] {
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
    const isInPlace =
      place === newPlace ||
      (place !== undefined &&
        newPlace !== undefined &&
        rowsOf(was) === rowsOf(is) &&
        isSameButMoved(place, newPlace, undefined, alignments))
    if (isInPlace && columnsAdded.length === 0 && columnsRemoved.length === 0) return []
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

interface PlacedCell {
  readonly row: number
  readonly col: number
  readonly cell: Cell
}

interface Pair {
  readonly kind: CellChange['kind']
  readonly row: number
  readonly col: number
  readonly earlier: PlacedCell | undefined
  readonly later: PlacedCell | undefined
  /** Adjacent changes with the same key belong together. */
  readonly key: string
}

class SheetComparison {
  private readonly before: Workbook
  private readonly earlier: Sheet
  private readonly after: Workbook
  private readonly later: Sheet
  private readonly texts: Texts
  private readonly alignments: SheetAlignments
  private readonly alignment: SheetAlignment

  constructor(
    before: Workbook,
    earlier: Sheet,
    after: Workbook,
    later: Sheet,
    texts: Texts,
    alignments: SheetAlignments,
    alignment: SheetAlignment,
  ) {
    this.before = before
    this.earlier = earlier
    this.after = after
    this.later = later
    this.texts = texts
    this.alignments = alignments
    this.alignment = alignment
  }

  groups(): CellChange[] {
    const { rows, columns } = this.alignment
    const pairs: Pair[] = []
    this.later.cells.forEach((row, col, cell) => {
      const [oldRow, oldCol] = [rows.toEarlier.get(row), columns.toEarlier.get(col)]
      const earlier =
        oldRow === undefined || oldCol === undefined
          ? undefined
          : filledCell(oldRow, oldCol, this.earlier.cells.get(oldRow, oldCol))
      const change = this.change(earlier, { row, col, cell })
      if (change) pairs.push(change)
    })
    this.earlier.cells.forEach((row, col, cell) => {
      if (isBlank(cell)) return
      const [newRow, newCol] = [rows.toLater.get(row), columns.toLater.get(col)]
      const later = newRow === undefined || newCol === undefined ? undefined : this.later.cells.get(newRow, newCol)
      if (later && !isBlank(later)) return
      pairs.push({ kind: 'removed', row, col, earlier: { row, col, cell }, later: undefined, key: 'removed' })
    })
    return grouped(pairs).map((group) => this.describe(group))
  }

  private change(earlier: PlacedCell | undefined, later: PlacedCell): Pair | undefined {
    if (isBlank(later.cell)) return undefined
    const base = { row: later.row, col: later.col, earlier, later }
    if (!earlier) return { ...base, kind: 'added', key: 'added' }
    const [was, is] = [earlier.cell.kind === 'formula', later.cell.kind === 'formula']
    if (was && !is) return { ...base, kind: 'formulaToConstant', key: 'formulaToConstant' }
    if (!was && is) return { ...base, kind: 'constantToFormula', key: `constantToFormula ${keyOf(later, this.after)}` }
    if (earlier.cell.kind === 'constant' && later.cell.kind === 'constant') {
      return sameValue(earlier.cell.value, later.cell.value)
        ? undefined
        : { ...base, kind: 'constant', key: 'constant' }
    }
    const [old, now] = [keyOf(earlier, this.before), keyOf(later, this.after)]
    if (old === now || this.isMoved(earlier, later)) return undefined
    return { ...base, kind: 'formula', key: `formula ${old} ${now}` }
  }

  private isMoved(earlier: PlacedCell, later: PlacedCell): boolean {
    const old = formulaOf(this.texts.before, earlier)
    const now = formulaOf(this.texts.after, later)
    return old !== undefined && now !== undefined && isSameButMoved(old, now, this.later.name, this.alignments)
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
      const { cell, row, col } = at
      return {
        cell: cellName(row, col),
        formula: formulaOf(text, at),
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

function filledCell(row: number, col: number, cell: Cell | undefined): PlacedCell | undefined {
  return cell && !isBlank(cell) ? { row, col, cell } : undefined
}

function formulaOf(text: CellText, { row, col, cell }: PlacedCell): string | undefined {
  return cell.kind === 'formula' ? text.formula(cell, row, col) : undefined
}

function ends(group: readonly Pair[], side: 'row' | 'col'): number[] {
  const values = group.map((pair) => pair[side])
  let [least, most] = [values[0] ?? 0, values[0] ?? 0]
  for (const value of values) {
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  return [least, most]
}

/** Adjacent changes of one kind, grouped down a column first and then across. */
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

/** Runs over the same rows of neighbouring columns form one block. */
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

function keyOf({ row, col, cell }: PlacedCell, { grid }: Workbook): string {
  if (cell.kind !== 'formula') return ''
  const { formula } = cell
  if (formula.kind === 'dataTable') return `table ${JSON.stringify(formula.inputs)}`
  const home = formula.kind === 'normal' ? { row: formula.row, col: formula.col } : { row, col }
  return `${formula.kind} ${relativeKey(formula.text, { ...home, ...grid })}`
}

function sameValue(a: Scalar, b: Scalar): boolean {
  return a instanceof ExcelError && b instanceof ExcelError ? a.code === b.code : a === b
}

const BUILT_IN = /^_xl/i

function nameChanges(before: Workbook, after: Workbook, alignments: SheetAlignments): NameChange[] {
  const namesOf = ({ names, sheets }: Workbook) =>
    new Map(
      names
        .filter(({ name }) => !BUILT_IN.test(name))
        .map(({ name, sheet, text }) => [sheet === undefined ? name : `${sheets[sheet]?.name ?? ''}!${name}`, text]),
    )
  const [old, now] = [namesOf(before), namesOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const [was, is] = [old.get(name), now.get(name)]
    if (was === is) return []
    if (was !== undefined && is !== undefined && isSameButMoved(was, is, undefined, alignments)) return []
    return [{ name, before: was, after: is }]
  })
}
