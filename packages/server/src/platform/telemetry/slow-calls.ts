export interface SlowCall {
  readonly call: string
  readonly status: number
  readonly millis: number
  readonly at: number
  readonly correlationId: string
  readonly tenantId: string | undefined
}

/** Faster calls are not slow. */
const slowMillis = 1000
const mostKept = 500

/** The latest slow calls of this process. */
export class SlowCalls {
  private readonly kept: SlowCall[] = []

  note(call: SlowCall): void {
    if (call.millis < slowMillis) return
    this.kept.push(call)
    if (this.kept.length > mostKept) this.kept.shift()
  }

  /** The slowest calls of a tenant since the given time, slowest first. */
  slowest(tenantId: string, since: number, most: number): SlowCall[] {
    return this.kept
      .filter((call) => call.tenantId === tenantId && call.at >= since)
      .toSorted((a, b) => b.millis - a.millis)
      .slice(0, most)
  }
}
