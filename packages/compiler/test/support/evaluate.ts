import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import { BoundWorkbook } from '../../src/3-bind/bind-workbook.ts'
import { Evaluator } from '../../src/evaluate/evaluator.ts'
import type { EvaluationOptions } from '../../src/evaluate/options.ts'
import { makeWorkbook, position, type WorkbookContent } from './make-workbook.ts'

const OPTIONS: EvaluationOptions = { now: 46_037.4375, seed: 1, locale: 'en-US', steps: 50_000_000 }

export interface Evaluated {
  readonly bound: BoundWorkbook
  readonly evaluator: Evaluator
  /** Value of a cell; errors as text. */
  readonly at: (address: string) => Scalar | string
}

/** A workbook with an evaluator. */
export function evaluated(content: WorkbookContent, options: Partial<EvaluationOptions> = {}): Evaluated {
  const workbook = makeWorkbook(content)
  const bound = new BoundWorkbook(workbook, functions)
  const evaluator = new Evaluator(bound, { ...OPTIONS, ...options })
  return {
    bound,
    evaluator,
    at: (address) => {
      const { sheet, row, col } = position(workbook, address)
      const value = evaluator.value(sheet, row, col)
      return value instanceof ExcelError ? value.code : value
    },
  }
}
