import type { Calculator, Moment, ValidationFormula } from '@sheetwright/runtime/engine/calculator.ts'
import { errorSource } from '@sheetwright/runtime/engine/error-source.ts'
import type { CellPlace, CellPort } from '@sheetwright/runtime/engine/ports.ts'
import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { BoundFormula } from '../3-bind/bound.ts'
import { Evaluator } from '../evaluate/evaluator.ts'
import type { EvaluationOptions } from '../evaluate/options.ts'
import { evaluatorTrace } from '../evaluate/trace-errors.ts'

interface CalculatorOptions extends Omit<EvaluationOptions, 'now' | 'seed'> {
  readonly timeZone?: string | undefined
}

/** Computes with the reference evaluator, a new one for each calculation. */
export class EvaluatorCalculator implements Calculator {
  readonly date1904: boolean
  readonly locale: string
  readonly timeZone: string | undefined
  readonly sheetNames: readonly string[]
  private readonly bound: BoundWorkbook
  private readonly options: CalculatorOptions
  private current: Evaluator | undefined
  /** Values set since the last read: the evaluator takes them all at once. */
  private readonly changes: (CellPlace & { readonly value: Scalar })[] = []

  constructor(bound: BoundWorkbook, options: CalculatorOptions) {
    this.bound = bound
    this.options = options
    this.date1904 = bound.workbook.date1904
    this.locale = options.locale
    this.timeZone = options.timeZone
    this.sheetNames = bound.workbook.sheets.map(({ name }) => name)
  }

  begin({ now, seed }: Moment): void {
    this.current = new Evaluator(this.bound, { ...this.options, now, seed })
    this.changes.length = 0
  }

  /** The evaluator of the current calculation, for other requests. */
  get evaluator(): Evaluator {
    if (!this.current) throw new Error('No calculation has begun.')
    if (this.changes.length > 0) this.current.setInputs(this.changes.splice(0))
    return this.current
  }

  put({ sheet, row, col }: CellPlace, value: Scalar): void {
    this.changes.push({ sheet, row, col, value })
  }

  /** Cells are computed only on request. */
  announce(): void {}

  value({ sheet, row, col }: CellPlace): Scalar {
    return this.evaluator.value(sheet, row, col)
  }

  limit(port: CellPort, formula: ValidationFormula): Scalar {
    const bound = this.formula(port, formula)
    const { sheet, range } = port.place
    return bound ? this.evaluator.loose.scalarAt(bound, sheet, range.top, range.left) : null
  }

  choices(port: CellPort): readonly Scalar[] {
    const bound = this.formula(port, 'formula1')
    const { sheet, range } = port.place
    if (!bound) return []
    return this.evaluator.loose.matrixAt(bound, sheet, range.top, range.left).data.filter((choice) => choice !== null)
  }

  private formula(port: CellPort, which: ValidationFormula): BoundFormula | undefined {
    const { rule, home } = port.validation ?? {}
    const text = rule?.[which]
    return text === undefined || !home ? undefined : this.bound.text(text, home.sheet, home.row, home.col, undefined)
  }

  errorSource(place: CellPlace): CellPlace {
    const error = this.value(place)
    if (!(error instanceof ExcelError)) return place
    return errorSource(evaluatorTrace(this.evaluator), error, place)
  }
}
