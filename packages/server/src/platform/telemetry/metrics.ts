import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { CallDurations } from './call-durations.ts'
import { SlowCalls } from './slow-calls.ts'

/** Counters and measurements of a process. One registry per process; `/metrics` serves it. */
export interface Metrics {
  readonly registry: Registry
  readonly callDurations: CallDurations
  readonly callsRunning: Gauge
  /** The value of that gauge; a plain number, because it changes twice with every request. */
  readonly running: { calls: number }
  /** Slow calls of this process. */
  readonly slowCalls: SlowCalls
  /** Requests refused because of a rate limit. */
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
