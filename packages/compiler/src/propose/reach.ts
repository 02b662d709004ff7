import type { Area } from '@sheetwright/runtime/values.ts'
import type { Range } from '../model/address.ts'
import type { ReadingFormula } from '../4-analyse/reading-formulas.ts'

interface Place {
  readonly sheet: number
  readonly range: Range
}

/** Cells visited before the search gives up; unknown cells then count as reached. */
const MOST_STEPS = 5_000_000

/** The formula cells that depend on any of some places, as far as the formulas name what they read. */
export class Reach {
  private readonly sources = new Map<number, Place[]>()
  /** By sheet and column, formulas by row. */
  private readonly formulas = new Map<string, Map<number, ReadingFormula>>()
  private readonly known = new Map<ReadingFormula, boolean>()
  private steps = 0

  constructor(formulas: readonly ReadingFormula[], sources: readonly Place[]) {
    for (const place of sources) {
      const list = this.sources.get(place.sheet)
      if (list) list.push(place)
      else this.sources.set(place.sheet, [place])
    }
    for (const formula of formulas) {
      const key = `${formula.sheet}/${formula.col}`
      let column = this.formulas.get(key)
      if (!column) this.formulas.set(key, (column = new Map()))
      column.set(formula.row, formula)
    }
  }

  has(sheet: number, row: number, col: number): boolean {
    const formula = this.formulas.get(`${sheet}/${col}`)?.get(row)
    return formula !== undefined && this.reaches(formula)
  }

  /** Depth-first search with an explicit stack: chains are longer than the call stack. */
  private reaches(start: ReadingFormula): boolean {
    const stack: { readonly formula: ReadingFormula; readonly before: Iterator<ReadingFormula> }[] = []
    const enter = (formula: ReadingFormula) => {
      // Set first, because a cycle may lead here again; a cycle alone reaches nothing.
      this.known.set(formula, formula.open || formula.areas.some((area) => this.holdsSource(area)))
      stack.push({ formula, before: this.precedents(formula) })
    }
    if (!this.known.has(start)) enter(start)
    while (stack.length > 0) {
      const top = stack.at(-1)
      if (!top) break
      if (this.known.get(top.formula) || this.steps > MOST_STEPS) {
        if (this.steps > MOST_STEPS) this.known.set(top.formula, true)
        stack.pop()
        const parent = stack.at(-1)
        if (parent && this.known.get(top.formula)) this.known.set(parent.formula, true)
        continue
      }
      const next = top.before.next()
      if (next.done) {
        stack.pop()
        continue
      }
      const known = this.known.get(next.value)
      if (known === undefined) enter(next.value)
      else if (known) this.known.set(top.formula, true)
    }
    return this.known.get(start) ?? false
  }

  private holdsSource(area: Area): boolean {
    return (this.sources.get(area.sheet) ?? []).some(
      ({ range }) =>
        range.top <= area.bottom && range.bottom >= area.top && range.left <= area.right && range.right >= area.left,
    )
  }

  private *precedents({ areas }: ReadingFormula): Generator<ReadingFormula> {
    for (const area of areas) {
      for (let col = area.left; col <= area.right && col - area.left < 1000; col++) {
        const column = this.formulas.get(`${area.sheet}/${col}`)
        if (!column) continue
        if (area.bottom - area.top > column.size) {
          for (const [row, formula] of column) {
            this.steps++
            if (row >= area.top && row <= area.bottom) yield formula
          }
          continue
        }
        for (let row = area.top; row <= area.bottom; row++) {
          this.steps++
          const formula = column.get(row)
          if (formula) yield formula
        }
      }
    }
  }
}
