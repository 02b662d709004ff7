import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { CallDurations } from './call-durations.ts'
import { SlowCalls } from './slow-calls.ts'

/** What a process counts and measures. One registry a process; `/metrics` serves it. */
export interface Metrics {
  readonly registry: Registry
  readonly callDurations: CallDurations
  readonly callsRunning: Gauge
  /** What that gauge shows; a plain number, because it changes twice with every request. */
  readonly running: { calls: number }
  /** Calls of this process that took long. */
  readonly slowCalls: SlowCalls
  /** Requests turned away because their caller sent too many. */
  readonly callsLimited: Counter
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const running = { calls: 0 }
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    running,
    callDurations: new CallDurations(registry),
    slowCalls: new SlowCalls(),
    callsRunning: new Gauge({
      name: 'sheetwright_calls_running',
      help: 'Requests that have not been answered yet',
      collect() {
        this.set(running.calls)
      },
      registers: [registry],
    }),
    callsLimited: new Counter({
      name: 'sheetwright_calls_limited_total',
      help: 'Requests refused by the rate limit',
      registers: [registry],
    }),
  }
}
