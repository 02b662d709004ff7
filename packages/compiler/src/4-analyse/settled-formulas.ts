import { type Area, ExcelError } from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { Bound, BoundFormula } from '../3-bind/bound.ts'
import type { Evaluator } from '../evaluate/evaluator.ts'
import { SINGLE } from '../evaluate/formula-machine.ts'
import { areaOfFamily, cellsOf, type Family, intersects } from './family.ts'
import type { FamilyIndex } from './family-index.ts'
import type { CellPlace, PlaceIndex } from './place-index.ts'
import { inspectsCells, isFarReaching, type Knowledge, type Resolve } from './run.ts'
import { type Settled, settledReferences, settledText } from './settle-references.ts'

/** After this many rounds, formulas that were settled too early are left as written. */
const MOST_ROUNDS = 12

/** Functions that may read less than they name. */
const CHOOSING: readonly string[] = ['INDEX', 'IF', 'CHOOSE', 'SUMIFS', 'MAXIFS', 'MINIFS', 'AVERAGEIFS']

interface Known {
  readonly place: CellPlace
  readonly settled: Settled | undefined
}

/**
 * The settled form of formulas that decide at run time what they read. Whether the deciding cells can change is known
 * only when all precedents are known, so at first only the inputs count as changing. Formulas for which that was wrong
 * are settled again with the new facts, until no decision depends on anything that changes.
 */
export class SettledFormulas implements Knowledge {
  private readonly bound: BoundWorkbook
  private readonly evaluator: Evaluator
  private readonly inputs: PlaceIndex
  private readonly known = new Map<string, Known>()
  private readonly left = new Set<string>()
  private readonly lookedInto = new Set<string>()
  private readonly avoided = new Map<string, Set<number>>()
  private isChanging: (area: Area) => boolean
  private rounds = 0

  constructor(bound: BoundWorkbook, evaluator: Evaluator, inputs: PlaceIndex) {
    this.bound = bound
    this.evaluator = evaluator
    this.inputs = inputs
    this.isChanging = (area) => this.isUnsteady(area)
  }

  readonly resolve: Resolve = (formula, place, mode): BoundFormula | undefined => {
    const isAsked = isFarReaching(formula) || inspectsCells(formula)
    if (!isAsked && this.lookedInto.size === 0) return undefined
    const key = keyOf(place)
    if (!isAsked && !this.lookedInto.has(key)) return undefined
    let known = this.known.get(key)
    if (!known) {
      const { bound, evaluator, isChanging } = this
      const settled = this.left.has(key)
        ? undefined
        : settledReferences(formula, place, mode, { bound, evaluator, isChanging })
      this.known.set(key, (known = { place, settled }))
    }
    return known.settled?.formula
  }

  text(node: Bound, place: CellPlace): string | undefined {
    const { bound, evaluator, isChanging } = this
    return settledText(node, place, { bound, evaluator, isChanging })
  }

  isAvoided(place: CellPlace, sheet: number): boolean {
    return this.avoided.size > 0 && this.avoided.get(keyOf(place))?.has(sheet) === true
  }

  /**
   * Among these families, which seem to depend on each other, restricts those that decide at run time what they read:
   * they are assumed not to mean sheets of the others, unless they do now. A program that meets such a sheet anyway
   * leaves the run to the evaluator. False if there are none.
   */
  avoid(families: readonly Family[]): boolean {
    const others = families.map(areaOfFamily)
    let isAny = false
    for (const family of families) {
      if (!family.isOpen) continue
      const meant = this.sheetsMeant(family)
      for (const area of new Set([...family.far.values()].flat())) {
        if (meant.has(area.sheet) || !others.some((other) => intersects(other, area))) continue
        for (const place of homesOf(family)) {
          const sheets = this.avoided.get(keyOf(place)) ?? new Set<number>()
          if (sheets.has(area.sheet)) continue
          this.avoided.set(keyOf(place), sheets.add(area.sheet))
          isAny = true
        }
      }
    }
    return isAny
  }

  /** The sheets that the far-reaching calls of a family mean with the saved values. */
  private sheetsMeant(family: Family): ReadonlySet<number> {
    const cells = homesOf(family)
    const looked = [cells[0], cells[cells.length >> 1], cells.at(-1)]
    const sheets = new Set<number>()
    for (const call of family.far.keys()) {
      for (const place of looked) {
        if (!place) continue
        const areas = this.evaluator.loose.referenceAt(call, place.sheet, place.row, place.col, SINGLE)
        if (areas && !(areas instanceof ExcelError)) for (const { sheet } of areas) sheets.add(sheet)
      }
    }
    return sheets
  }

  /** Settles the formulas of these families too from now on; false if that changes nothing. */
  lookInto(families: readonly Family[]): boolean {
    const before = this.lookedInto.size
    for (const family of families) {
      const { functions } = family.formula.traits
      if (!CHOOSING.some((name) => functions.has(name))) continue
      for (const place of homesOf(family)) this.lookedInto.add(keyOf(place))
    }
    return this.lookedInto.size > before
  }

  /** The areas that decided what the formulas of a family read, and the cells they inspect. */
  decisive(index: FamilyIndex): ReadonlyMap<Family, readonly Area[]> {
    const decisive = new Map<Family, Area[]>()
    for (const { place, settled } of this.known.values()) {
      const family = settled && index.at(place.sheet, place.row, place.col)
      if (!family) continue
      const areas = decisive.get(family)
      if (areas) areas.push(...settled.because, ...settled.inspected)
      else decisive.set(family, [...settled.because, ...settled.inspected])
    }
    return decisive
  }

  /**
   * Inputs, and cells that depend on themselves: a decision that such a cell brings about would be what keeps the cell
   * as it is, and hide what else the cell depends on.
   */
  private isUnsteady(area: Area): boolean {
    return this.inputs.meets(area) || this.evaluator.meetsCycle(area)
  }

  /** Did no decision depend on cells that turned out to change? Such decisions are dropped. */
  isRight(index: FamilyIndex, families: ReadonlySet<Family>, changing: ReadonlySet<Family>): boolean {
    const isChanging = (area: Area) => this.isUnsteady(area) || holdsAny(index, area, changing)
    let isRight = true
    for (const [key, { place, settled }] of this.known) {
      if (!settled?.because.some(isChanging)) continue
      const family = index.at(place.sheet, place.row, place.col)
      if (!family || !families.has(family)) continue
      isRight = false
      this.known.delete(key)
      if (this.rounds >= MOST_ROUNDS) this.left.add(key)
    }
    this.isChanging = isChanging
    this.rounds++
    return isRight
  }
}

/** The cells from which a family's formula is seen. */
function homesOf(family: Family): CellPlace[] {
  const { sheet, array } = family
  return array ? [{ sheet, row: array.row, col: array.col }] : cellsOf(family)
}

function keyOf({ sheet, row, col }: CellPlace): string {
  return `${sheet}/${row}/${col}`
}

function holdsAny(index: FamilyIndex, area: Area, families: ReadonlySet<Family>): boolean {
  let found = false
  index.forEach(area, (family) => {
    if (families.has(family)) found = true
  })
  return found
}
