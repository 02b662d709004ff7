/** A run that ended before it had results. */
export class CalculationEnded extends Error {
  readonly because: 'steps' | 'time'

  constructor(because: 'steps' | 'time', message: string) {
    super(message)
    this.name = 'CalculationEnded'
    this.because = because
  }
}

/** Ends a run that exceeds its step limit. */
export class StepsExceeded extends CalculationEnded {
  constructor(limit: number) {
    super('steps', `The calculation was ended after ${limit} steps.`)
    this.name = 'StepsExceeded'
  }
}

/** Ends a run that is past its deadline. */
export class DeadlinePassed extends CalculationEnded {
  constructor() {
    super('time', 'The calculation was ended because its time was up.')
    this.name = 'DeadlinePassed'
  }
}

/** Thrown instead of loading a program that needs more memory than allowed. */
export class MemoryExceeded extends Error {
  constructor(needed: number, allowed: number) {
    super(`The program needs ${needed} bytes for its cells; ${allowed} are allowed.`)
    this.name = 'MemoryExceeded'
  }
}
