import { CalculationEnded } from '@sheetwright/runtime/program/steps.ts'

/** Ends a run that exceeds its step limit. */
export class StepBudgetExceeded extends CalculationEnded {
  /** The cell that was being computed. */
  readonly cell: string

  constructor(limit: number, cell: string) {
    super('steps', `The calculation was ended after ${limit} steps.`)
    this.name = 'StepBudgetExceeded'
    this.cell = cell
  }
}
