import type { FunctionDefinition, LabelledCells } from '@sheetwright/runtime/functions/definition.ts'
import { errors } from '@sheetwright/runtime/values.ts'
import { FormulaCache } from '../2-parse/formula-cache.ts'
import { parseFormula } from '../2-parse/parse.ts'
import type { Home } from '../2-parse/references.ts'
import type { Node } from '../2-parse/tree.ts'
import type { Diagnostics } from '../diagnostics/diagnostics.ts'
import { cellName } from '../model/address.ts'
import type { ArrayFormula, Formula } from '../model/cell.ts'
import type { DefinedName, Table, Workbook } from '../model/workbook.ts'
import { bindFormula, type Scope } from './bind-formula.ts'
import type { Bound, BoundFormula, BoundName } from './bound.ts'
import { Directory } from './directory.ts'
import { stretchArrays } from './stretch-arrays.ts'
import { traitsOf } from './traits.ts'
import { isWrittenReference } from './written-reference.ts'

/** A workbook with parsed and resolved formulas. Formulas are bound on first use and cached. */
export class BoundWorkbook {
  readonly workbook: Workbook
  readonly directory: Directory
  private readonly functions: ReadonlyMap<string, FunctionDefinition>
  private readonly cache = new FormulaCache()
  private readonly byRecord = new Map<Formula, BoundFormula[]>()
  private readonly byTree = new Map<Node, Map<string, BoundFormula>>()
  private readonly byLabels = new WeakMap<LabelledCells, Map<string, BoundFormula>>()
  private readonly names = new Map<DefinedName, BoundName>()
  private readonly diagnostics: Diagnostics | undefined

  constructor(workbook: Workbook, functions: ReadonlyMap<string, FunctionDefinition>, diagnostics?: Diagnostics) {
    this.workbook = workbook
    this.directory = new Directory(workbook)
    this.functions = functions
    this.diagnostics = diagnostics
  }

  /** The same workbook with additional defined names. */
  withNames(names: readonly DefinedName[]): BoundWorkbook {
    const workbook = { ...this.workbook, names: [...this.workbook.names, ...names] }
    return new BoundWorkbook(workbook, this.functions, this.diagnostics)
  }

  functionNamed(name: string): FunctionDefinition | undefined {
    return this.functions.get(name)
  }

  /**
   * The formula of a cell. Cells that share a record and a sheet share the result, unless it depends on the table
   * around them.
   */
  formula(formula: Exclude<Formula, { kind: 'dataTable' }>, sheet: number, row: number, col: number): BoundFormula {
    const kept = this.byRecord.get(formula)?.[sheet]
    if (kept) return kept
    const bound = this.text(formula.text, sheet, formula.row, formula.col, { sheet, row, col })
    const result = formula.kind === 'array' ? this.stretched(bound, formula) : bound
    const list = this.byRecord.get(formula)
    if (list) list[sheet] = result
    else {
      const entries: BoundFormula[] = []
      entries[sheet] = result
      this.byRecord.set(formula, entries)
    }
    return result
  }

  private stretched(bound: BoundFormula, formula: ArrayFormula): BoundFormula {
    const expand = this.functions.get('EXPAND')
    const tree = expand ? stretchArrays(bound.tree, formula, this.workbook.grid, expand) : bound.tree
    return tree === bound.tree ? bound : withTraits(tree)
  }

  /** Binds a text as the formula of a cell; problems are reported at `place`. */
  text(
    text: string,
    sheet: number,
    row: number,
    col: number,
    place: { sheet: number; row: number; col: number } | undefined,
  ): BoundFormula {
    const home: Home = { row, col, rows: this.workbook.grid.rows, cols: this.workbook.grid.cols }
    const parsed = this.cache.parse(text, home)
    if (!parsed.ok) {
      const link = this.dataLink(text)
      if (link !== undefined) return withTraits({ kind: 'uncomputable', cause: 'externalLink', what: link })
      if (place) {
        this.diagnostics?.add(
          'FORMULA_NOT_UNDERSTOOD',
          { formula: text, reason: parsed.message, position: parsed.position + 1 },
          { sheet: this.workbook.sheets[place.sheet]?.name, cell: cellName(place.row, place.col) },
        )
      }
      return withTraits({ kind: 'uncomputable', cause: 'unreadableFormula', what: parsed.message })
    }
    return this.tree(parsed.tree, sheet, this.directory.tableAt(sheet, row, col))
  }

  /** The formula of a cell with additional labels, each for a cell that moves with it. */
  withLabels(
    formula: Exclude<Formula, { kind: 'dataTable' }>,
    place: { readonly sheet: number; readonly row: number; readonly col: number },
    labels: LabelledCells,
  ): BoundFormula {
    let byFormula = this.byLabels.get(labels)
    if (!byFormula) this.byLabels.set(labels, (byFormula = new Map()))
    const key = `${place.sheet}/${place.row}/${place.col}`
    let bound = byFormula.get(key)
    if (!bound) byFormula.set(key, (bound = this.bindWithLabels(formula, place, labels)))
    return bound
  }

  private bindWithLabels(
    formula: Exclude<Formula, { kind: 'dataTable' }>,
    { sheet, row, col }: { readonly sheet: number; readonly row: number; readonly col: number },
    labels: LabelledCells,
  ): BoundFormula {
    const { rows, cols } = this.workbook.grid
    const parsed = this.cache.parse(formula.text, { row: formula.row, col: formula.col, rows, cols })
    if (!parsed.ok) return this.formula(formula, sheet, row, col)
    return withTraits(bindFormula(parsed.tree, { ...this.scope(sheet, undefined), labels: { cells: labels, row } }))
  }

  private scope(sheet: number, table: Table | undefined): Scope {
    const { directory, functions } = this
    return { directory, functions, sheet, table, name: (definition) => this.name(definition), labels: undefined }
  }

  /** Items of DDE and OLE links have any syntax, and no value here anyway. */
  private dataLink(text: string): string | undefined {
    const index = /^\[(\d+)\]!/.exec(text)?.[1]
    const link = index === undefined ? undefined : this.workbook.externalLinks[Number(index) - 1]
    return link?.kind === 'dde' || link?.kind === 'ole' ? `${link.target ?? 'a data link'} ${text}` : undefined
  }

  /** Binds a text that must be a reference, as INDIRECT gets it; undefined if it is not one. */
  reference(
    text: string,
    style: 'A1' | 'R1C1',
    cell: { sheet: number; row: number; col: number },
  ): BoundFormula | undefined {
    const home: Home = { row: cell.row, col: cell.col, rows: this.workbook.grid.rows, cols: this.workbook.grid.cols }
    const parsed = style === 'A1' ? this.cache.parse(text, home) : parseFormula(text, { home, style })
    if (!parsed.ok) return undefined
    const formula = this.tree(parsed.tree, cell.sheet, this.directory.tableAt(cell.sheet, cell.row, cell.col))
    return isWrittenReference(formula.tree) ? formula : undefined
  }

  private tree(tree: Node, sheet: number, table: Table | undefined): BoundFormula {
    const key = table ? `${sheet}/${table.name}` : `${sheet}`
    let variants = this.byTree.get(tree)
    if (!variants) this.byTree.set(tree, (variants = new Map()))
    let bound = variants.get(key)
    if (!bound) {
      bound = withTraits(bindFormula(tree, this.scope(sheet, table)))
      variants.set(key, bound)
    }
    return bound
  }

  /** A name's formula is bound as if it were in A1. */
  name(definition: DefinedName): BoundName {
    let name = this.names.get(definition)
    if (!name) {
      let formula: BoundFormula | undefined
      name = {
        definition,
        formula: () => (formula ??= this.nameFormula(definition)),
      }
      this.names.set(definition, name)
    }
    return name
  }

  private nameFormula({ name, text, sheet }: DefinedName): BoundFormula {
    if (text.trim() === '') return NO_SUCH_NAME
    const formula = this.text(text, sheet ?? 0, 0, 0, undefined)
    const { tree } = formula
    if (tree.kind === 'uncomputable' && tree.cause === 'unreadableFormula') {
      this.diagnostics?.add('NAME_NOT_UNDERSTOOD', { name, formula: text, reason: tree.what })
    }
    return formula
  }
}

/** A name that the file lists without a formula is undefined for Excel too. */
const NO_SUCH_NAME = withTraits({ kind: 'constant', value: errors.name })

/** Traits are computed on first use: a name in the formula may lead back to it. */
function withTraits(tree: Bound): BoundFormula {
  let traits: BoundFormula['traits'] | undefined
  return {
    tree,
    get traits() {
      return (traits ??= traitsOf(tree))
    },
  }
}
