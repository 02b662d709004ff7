interface Waiting {
  readonly owner: string
  readonly begin: () => void
}

/** No place became free within the waiting time. */
export class TurnRefused extends Error {
  override readonly name = 'TurnRefused'
}

/**
 * Limits concurrent work; others wait. Among waiting owners, the one with the fewest running goes first, then the one
 * whose last turn was longest ago; with more than one place, no owner has all of them.
 */
export class FairTurns {
  private readonly places: number
  private readonly mostWaiting: number
  private readonly waiting: Waiting[] = []
  private readonly running = new Map<string, number>()
  /** An owner's last turn, counted in turns; only for owners with running or waiting work. */
  private readonly lastTurns = new Map<string, number>()
  private taken = 0
  private turns = 0

  constructor(places: number, mostWaiting = Number.POSITIVE_INFINITY) {
    this.places = places
    this.mostWaiting = mostWaiting
  }

  async run<T>(owner: string, work: () => Promise<T>, waitMillis?: number): Promise<T> {
    await this.turn(owner, waitMillis)
    try {
      return await work()
    } finally {
      this.taken--
      const left = this.runningOf(owner) - 1
      if (left === 0) this.running.delete(owner)
      else this.running.set(owner, left)
      if (left === 0 && !this.waiting.some((entry) => entry.owner === owner)) this.lastTurns.delete(owner)
      this.next()
    }
  }

  private turn(owner: string, waitMillis: number | undefined): Promise<void> {
    if (this.waiting.length >= this.mostWaiting) return Promise.reject(new TurnRefused('Too many are waiting'))
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(entry), 1)
        reject(new TurnRefused('Too many are waiting'))
      }
      const timer = waitMillis === undefined ? undefined : setTimeout(leave, waitMillis)
      const entry: Waiting = {
        owner,
        begin: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      this.waiting.push(entry)
      this.next()
    })
  }

  private next(): void {
    while (this.taken < this.places) {
      const entry = this.fairest()
      if (entry === undefined) return
      this.waiting.splice(this.waiting.indexOf(entry), 1)
      this.taken++
      this.running.set(entry.owner, this.runningOf(entry.owner) + 1)
      this.lastTurns.set(entry.owner, ++this.turns)
      entry.begin()
    }
  }

  private fairest(): Waiting | undefined {
    const most = Math.max(1, this.places - 1)
    let best: Waiting | undefined
    for (const entry of this.waiting) {
      if (this.runningOf(entry.owner) >= most) continue
      if (best === undefined || this.isBefore(entry.owner, best.owner)) best = entry
    }
    return best
  }

  private isBefore(owner: string, other: string): boolean {
    const fewer = this.runningOf(owner) - this.runningOf(other)
    return fewer < 0 || (fewer === 0 && (this.lastTurns.get(owner) ?? 0) < (this.lastTurns.get(other) ?? 0))
  }

  private runningOf(owner: string): number {
    return this.running.get(owner) ?? 0
  }
}
