import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What a process counts and measures. One registry a process; `/metrics` serves it. */
export interface Metrics {
  readonly registry: Registry
  /** Duration of answered calls in seconds, by call id and status. */
  readonly callDuration: Histogram<'call' | 'status'>
  readonly callsRunning: Gauge
  /** What that gauge shows; a plain number, because it changes twice with every request. */
  readonly running: { calls: number }
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
    callDuration: new Histogram({
      name: 'sheetwright_call_duration_seconds',
      help: 'Time from the first byte of a request to the end of its answer',
      labelNames: ['call', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers: [registry],
    }),
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
