/** Ends a run that works longer than it may. */
export class StepBudgetExceeded extends Error {
  constructor(limit: number) {
    super(`The calculation was ended after ${limit} steps.`)
    this.name = 'StepBudgetExceeded'
  }
}
