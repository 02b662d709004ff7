import { errorSource } from '@sheetwright/runtime/engine/error-source.ts'
import type { Delegate } from '@sheetwright/runtime/program/program.ts'
import { ExcelError } from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import { boundLoose, type LooseFormula } from '../3-bind/loose-formula.ts'
import type { CellPlace } from '../4-analyse/place-index.ts'
import type { CycleFindings } from '../evaluate/cycles.ts'
import { Evaluator } from '../evaluate/evaluator.ts'
import type { EvaluationOptions } from '../evaluate/options.ts'
import { evaluatorTrace } from '../evaluate/trace-errors.ts'

/** Lets a program call the reference evaluator for the cells left to it. */
export function evaluatorDelegate(
  bound: BoundWorkbook,
  inputs: readonly CellPlace[],
  options: Omit<EvaluationOptions, 'now' | 'seed'>,
  formulas: readonly LooseFormula[] = [],
): Delegate {
  let current: Evaluator | undefined
  const cycles: CycleFindings = new Map()
  const evaluator = (): Evaluator => {
    if (!current) throw new Error('No run has begun.')
    return current
  }
  const formulaOf = (name: string): LooseFormula => {
    const found = formulas.find((one) => one.name === name)
    if (!found) throw new Error(`The workbook has no formula ${name}.`)
    return found
  }
  return {
    begin(values, moment) {
      current = new Evaluator(bound, { cycles, ...options, ...moment })
      current.setInputs(
        inputs.flatMap(({ sheet, row, col }, i) => {
          const value = values[i]
          return value === undefined ? [] : [{ sheet, row, col, value }]
        }),
      )
    },
    value: (sheet, row, col) => evaluator().value(sheet, row, col),
    formulaValue(name) {
      const loose = formulaOf(name)
      return evaluator().loose.scalarAt(boundLoose(bound, loose), loose.sheet, loose.row, loose.col)
    },
    formulaValues(name) {
      const loose = formulaOf(name)
      return evaluator().loose.matrixAt(boundLoose(bound, loose), loose.sheet, loose.row, loose.col).data
    },
    errorSource(place) {
      const error = evaluator().value(place.sheet, place.row, place.col)
      if (!(error instanceof ExcelError)) return place
      return errorSource(evaluatorTrace(evaluator()), error, place)
    },
  }
}
