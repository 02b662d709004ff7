/** What is noted about a run for those who ask: the order in which cells were computed, and the steps of each. */
export class RunRecord {
  /** Cells in the order they were first computed, if the run is traced. */
  private readonly computed: Set<number> | undefined
  /** Steps of each cell without those of the cells it needed, if the run is profiled. */
  private readonly costs: Map<number, number> | undefined
  /** Steps of the cells that the current one needed. */
  private neededSteps = 0

  constructor({ trace, costs }: { readonly trace?: boolean; readonly costs?: boolean }) {
    this.computed = trace ? new Set() : undefined
    this.costs = costs ? new Map() : undefined
  }

  get isCounting(): boolean {
    return this.costs !== undefined
  }

  /** The cells computed since the inputs were set, each after the cells it needs; undefined if the run is not traced. */
  order(): Iterable<number> | undefined {
    return this.computed
  }

  stepsOfCells(): Iterable<readonly [id: number, steps: number]> {
    return this.costs ?? []
  }

  noteComputed(id: number): void {
    this.computed?.add(id)
  }

  /** Discards the order. The steps add up over the whole life of an evaluator. */
  forgetOrder(): void {
    this.computed?.clear()
  }

  /** Counts the steps of computing a cell. */
  counted(id: number, machine: { readonly stepsDone: number }, compute: () => void): void {
    const { costs } = this
    if (!costs) return compute()
    const [from, outer] = [machine.stepsDone, this.neededSteps]
    this.neededSteps = 0
    try {
      compute()
    } finally {
      const steps = machine.stepsDone - from
      costs.set(id, (costs.get(id) ?? 0) + steps - this.neededSteps)
      this.neededSteps = outer + steps
    }
  }
}
