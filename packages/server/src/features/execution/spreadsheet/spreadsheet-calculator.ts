import type { Calculator, Moment, ValidationFormula } from '@sheetwright/runtime/engine/calculator.ts'
import { formulaName, placeKey } from '@sheetwright/runtime/engine/formula-name.ts'
import type { CellPlace, CellPort } from '@sheetwright/runtime/engine/ports.ts'
import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import type { SpreadsheetPlan } from './spreadsheet-plan.ts'

/** A request to LibreOffice while a record is computed. */
export type Question =
  | {
      readonly kind: 'compute'
      /** The first of a record: every cell that it does not change holds the file's value. */
      readonly isFirst: boolean
      readonly changes: readonly Change[]
      readonly cells: readonly CellPlace[]
      readonly limits: readonly string[]
    }
  | { readonly kind: 'sources'; readonly cells: readonly CellPlace[] }

export interface Change {
  readonly place: CellPlace
  readonly value: Scalar
}

export interface Computed {
  readonly kind: 'computed'
  readonly values: ReadonlyMap<string, Scalar>
  /** Values of validation formulas, one or a list. */
  readonly limits: ReadonlyMap<string, readonly Scalar[]>
}

export interface Sources {
  readonly kind: 'sources'
  readonly places: ReadonlyMap<string, CellPlace>
}

export type Answer = Computed | Sources

/** Thrown if the next answer is missing: the runner gets it, adds it, and computes the record again. */
export class AnswerMissing extends Error {
  override readonly name = 'AnswerMissing'
  readonly question: Question

  constructor(question: Question) {
    super('LibreOffice has to be asked')
    this.question = question
  }
}

/** The most causes of errors searched at once. */
const mostSources = 200

/**
 * Computes with LibreOffice, which answers asynchronously, while an engine needs its values synchronously. So a record
 * is recomputed from the answers so far, in order; the same answers always lead to the same next question.
 */
export class SpreadsheetCalculator implements Calculator {
  readonly date1904: boolean
  readonly locale: string
  readonly sheetNames: readonly string[]
  readonly answers: Answer[] = []
  private readonly constants: ReadonlyMap<string, Scalar>
  private readonly formulas: ReadonlySet<string>
  private used = 0
  private changes = new Map<string, Change>()
  private cells: readonly CellPlace[] = []
  private limits: readonly string[] = []
  private computed: Computed | undefined
  private sources: Sources | undefined

  constructor({ date1904, sheetNames, limits }: SpreadsheetPlan, locale: string) {
    this.date1904 = date1904
    this.sheetNames = sheetNames
    this.locale = locale
    this.formulas = new Set(limits.map(({ name }) => name))
    this.constants = new Map(limits.flatMap(({ name, constant }) => (constant === undefined ? [] : [[name, constant]])))
  }

  begin(_moment: Moment): void {
    this.used = 0
    this.changes = new Map()
    this.cells = []
    this.limits = []
    this.computed = undefined
    this.sources = undefined
  }

  put(place: CellPlace, value: Scalar): void {
    this.changes.set(placeKey(place), { place, value })
    this.computed = undefined
    this.sources = undefined
  }

  announce(cells: readonly CellPlace[], validated: readonly CellPort[]): void {
    this.cells = cells
    this.limits = validated.flatMap((port) =>
      (['formula1', 'formula2'] as const).map((which) => formulaName(port, which)).filter((name) => this.isAsked(name)),
    )
    this.computed = undefined
  }

  value(place: CellPlace): Scalar {
    const key = placeKey(place)
    const known = this.compute().values.get(key)
    if (known !== undefined) return known
    return this.more({ cells: [place], limits: [] }).values.get(key) ?? null
  }

  limit(port: CellPort, formula: ValidationFormula): Scalar {
    const name = formulaName(port, formula)
    return this.constants.get(name) ?? this.valuesOf(name)[0] ?? null
  }

  choices(port: CellPort): readonly Scalar[] {
    return this.valuesOf(formulaName(port, 'formula1')).filter((choice) => choice !== null)
  }

  errorSource(place: CellPlace): CellPlace {
    const key = placeKey(place)
    if (this.sources?.places.has(key) !== true) {
      const cells = this.errorCells(place)
      this.sources = this.next('sources', () => ({ kind: 'sources', cells }))
    }
    return this.sources?.places.get(key) ?? place
  }

  private isAsked(name: string): boolean {
    return this.formulas.has(name) && !this.constants.has(name)
  }

  private valuesOf(name: string): readonly Scalar[] {
    const constant = this.constants.get(name)
    if (constant !== undefined) return [constant]
    if (!this.formulas.has(name)) return []
    return this.compute().limits.get(name) ?? this.more({ cells: [], limits: [name] }).limits.get(name) ?? []
  }

  private compute(): Computed {
    this.computed ??= this.ask({ cells: this.cells, limits: this.limits })
    return this.computed
  }

  /** Cells and limits that were not announced, in addition to the computed ones. */
  private more(wanted: { readonly cells: readonly CellPlace[]; readonly limits: readonly string[] }): Computed {
    const { values, limits } = this.compute()
    const added = this.ask(wanted)
    this.computed = {
      kind: 'computed',
      values: new Map([...values, ...added.values]),
      limits: new Map([...limits, ...added.limits]),
    }
    return this.computed
  }

  private ask(wanted: { readonly cells: readonly CellPlace[]; readonly limits: readonly string[] }): Computed {
    const isFirst = this.used === 0
    const changes = [...this.changes.values()]
    const answer = this.next('computed', () => ({ kind: 'compute', isFirst, changes, ...wanted }))
    this.changes = new Map()
    return answer
  }

  private next<K extends Answer['kind']>(kind: K, question: () => Question): Extract<Answer, { kind: K }> {
    const answer = this.answers[this.used]
    if (answer === undefined) throw new AnswerMissing(question())
    if (answer.kind !== kind) throw new Error('The answers of LibreOffice came out of order')
    this.used++
    return answer as Extract<Answer, { kind: K }>
  }

  /** Searches all causes together: errors in a table rarely come alone. */
  private errorCells(place: CellPlace): CellPlace[] {
    const values = this.compute().values
    const others = this.cells.filter((cell) => {
      const value = values.get(placeKey(cell))
      return value instanceof ExcelError && value.uncomputable === undefined
    })
    return [place, ...others.slice(0, mostSources)]
  }
}
