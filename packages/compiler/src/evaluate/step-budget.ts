import { CalculationEnded } from '@sheetwright/runtime/program/steps.ts'

/** Ends a run that works longer than it may. */
export class StepBudgetExceeded extends CalculationEnded {
  constructor(limit: number) {
    super('steps', `The calculation was ended after ${limit} steps.`)
    this.name = 'StepBudgetExceeded'
  }
}
