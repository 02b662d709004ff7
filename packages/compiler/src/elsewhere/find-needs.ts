import { FormulaCache } from '../2-parse/formula-cache.ts'
import type { Node } from '../2-parse/tree.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { BoundFormula, UncomputableCause } from '../3-bind/bound.ts'
import { staticPrecedents } from '../evaluate/static-precedents.ts'
import { cellName } from '../model/address.ts'
import type { FormulaCell } from '../model/cell.ts'
import type { CellPlace } from '@sheetwright/runtime/engine/ports.ts'
import { type Area, ExcelError } from '@sheetwright/runtime/values.ts'

/** What another program must support to compute a workbook. */
export interface Needs {
  /** For each function that the results need, a cell that calls it. */
  readonly functions: ({ readonly name: string } & CellPlace)[]
  /** Functions called only in defined names; the sheet is -1 for names of the workbook. */
  readonly namedFunctions: { readonly name: string; readonly sheet: number; readonly definedName: string }[]
  /** Cells that the results need but only Excel can compute, as `Sheet1!B2`, with the reason. */
  readonly obstacles: { readonly cell: string; readonly reason: string }[]
}

/** A few are enough to explain the problem. */
const mostObstacles = 20

/** LibreOffice tells which functions it knows; it would compute the ones listed here wrongly. */
const reasons: Readonly<Record<UncomputableCause, string | undefined>> = {
  vba: undefined,
  xlm: 'it calls a macro',
  outsideService: 'it asks a service outside of the workbook',
  externalLink: 'it refers to another workbook',
  unreadableFormula: 'its formula cannot be read',
}

/** What the formulas that these results can depend on need, for any inputs. */
export function findNeeds(
  bound: BoundWorkbook,
  results: readonly (CellPlace & { readonly text?: string; readonly home?: CellPlace })[],
): Needs {
  const search = new Search(bound)
  for (const { sheet, row, col, text, home } of results) {
    if (text === undefined || home === undefined) search.reach({ sheet, top: row, left: col, bottom: row, right: col })
    else search.follow(bound.text(text, home.sheet, home.row, home.col, undefined), { sheet, row, col })
  }
  return search.run()
}

class Search {
  private readonly bound: BoundWorkbook
  private readonly areas: Area[] = []
  private readonly seenAreas = new Set<string>()
  private readonly seenCells = new Set<string>()
  private readonly parsed = new FormulaCache()
  private readonly calls = new WeakMap<Node, readonly string[]>()
  private readonly functions = new Map<string, CellPlace>()
  private readonly names = new Set<string>()
  private readonly obstacles: { cell: string; reason: string }[] = []

  constructor(bound: BoundWorkbook) {
    this.bound = bound
  }

  reach(area: Area): void {
    const key = `${area.sheet}/${area.top}/${area.left}/${area.bottom}/${area.right}`
    if (this.seenAreas.has(key)) return
    this.seenAreas.add(key)
    this.areas.push(area)
  }

  follow({ tree }: BoundFormula, place: CellPlace): void {
    const { areas, open } = staticPrecedents(tree, place, this.bound.workbook.grid)
    areas.forEach((area) => this.reach(area))
    // It decides at run time what it reads: possibly every cell.
    if (open) this.reachAll()
  }

  run(): Needs {
    for (let area = this.areas.pop(); area; area = this.areas.pop()) this.look(area)
    const named = this.namedFunctions()
    return {
      functions: [...this.functions].map(([name, place]) => ({ name, ...place })),
      namedFunctions: named,
      obstacles: this.obstacles,
    }
  }

  private reachAll(): void {
    const { sheets, grid } = this.bound.workbook
    sheets.forEach((_, sheet) => this.reach({ sheet, top: 0, left: 0, bottom: grid.rows - 1, right: grid.cols - 1 }))
  }

  private look({ sheet, top, left, bottom, right }: Area): void {
    const entry = this.bound.workbook.sheets[sheet]
    if (!entry) return
    for (const col of entry.cells.columnNumbers()) {
      if (col < left || col > right) continue
      entry.cells.forEachInColumn(col, top, bottom, (row, cell) => {
        if (cell.kind === 'formula') this.visit(cell, { sheet, row, col })
      })
    }
  }

  private visit({ formula, saved }: FormulaCell, place: CellPlace): void {
    const { sheet, row, col } = place
    const key = `${sheet}/${row}/${col}`
    if (this.seenCells.has(key)) return
    this.seenCells.add(key)
    if (formula.kind === 'dataTable') {
      this.reachAll()
      return
    }
    const found = this.bound.formula(formula, sheet, row, col)
    // All cells of an array formula show what its first cell computes.
    const home = formula.kind === 'normal' ? place : { sheet, row: formula.row, col: formula.col }
    const { traits } = found
    // If Excel did not know the function either, its #NAME? is a value like any other.
    const isName = saved instanceof ExcelError && saved.code === '#NAME?'
    for (const { cause, what } of traits.uncomputable) {
      const reason = reasons[cause]
      if (reason !== undefined && !isName) this.note(place, `${reason} (${what})`)
    }
    if (traits.external.some(({ cells }) => cells === undefined)) {
      this.note(place, 'it refers to another workbook, whose values are not in this one')
    }
    if (!isName) this.noteCalls(formula.text, formula, home)
    this.follow(found, home)
  }

  private note({ sheet, row, col }: CellPlace, reason: string): void {
    if (this.obstacles.length >= mostObstacles) return
    const name = this.bound.workbook.sheets[sheet]?.name ?? ''
    this.obstacles.push({ cell: `${name}!${cellName(row, col)}`, reason })
  }

  private noteCalls(text: string, home: { readonly row: number; readonly col: number }, place: CellPlace): void {
    for (const name of this.callsOf(text, home)) if (!this.functions.has(name)) this.functions.set(name, place)
  }

  /** The functions that a text calls directly; collects the names it uses. */
  private callsOf(text: string, { row, col }: { readonly row: number; readonly col: number }): readonly string[] {
    const { grid } = this.bound.workbook
    const parsed = this.parsed.parse(text, { row, col, rows: grid.rows, cols: grid.cols })
    if (!parsed.ok) return []
    const known = this.calls.get(parsed.tree)
    if (known) return known
    const calls = new Set<string>()
    const pending: Node[] = [parsed.tree]
    for (let node = pending.pop(); node; node = pending.pop()) {
      if (node.kind === 'call' && !node.variable) calls.add(node.name.toUpperCase())
      if (node.kind === 'name') this.names.add(node.name.toLowerCase())
      pending.push(...childrenOf(node))
    }
    const list = [...calls]
    this.calls.set(parsed.tree, list)
    return list
  }

  private namedFunctions(): Needs['namedFunctions'] {
    const found = new Map<string, Needs['namedFunctions'][number]>()
    const { names } = this.bound.workbook
    // A name may use other names, which `callsOf` adds during the loop.
    for (const used of this.names) {
      for (const { name: definedName, text, sheet } of names) {
        if (definedName.toLowerCase() !== used) continue
        for (const name of this.callsOf(text, { row: 0, col: 0 })) {
          if (!this.functions.has(name)) found.set(name, { name, sheet: sheet ?? -1, definedName })
        }
      }
    }
    return [...found.values()]
  }
}

function childrenOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'call':
      return node.args
    case 'invoke':
      return [node.callee, ...node.args]
    case 'unary':
    case 'percent':
    case 'spill':
      return [node.operand]
    case 'binary':
      return [node.left, node.right]
    case 'group':
      return [node.inner]
    default:
      return []
  }
}
