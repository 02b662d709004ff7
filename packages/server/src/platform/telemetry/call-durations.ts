import type { MetricValue, Registry } from 'prom-client'

const name = 'sheetwright_call_duration_seconds'
const help = 'Time from the first byte of a request to the end of its answer'
/** Upper bounds, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60] as const

interface Durations {
  readonly call: string
  readonly status: number
  /** Number of calls within each bound but above the one before; the last are above all bounds. */
  readonly within: number[]
  seconds: number
}

/** Records the duration of a call. */
export type NoteDuration = (status: number, seconds: number) => void

/**
 * A histogram of call durations, by call and status. The library's own rebuilds the labels for every observation, which
 * would take longer than everything else recorded about a request.
 */
export class CallDurations {
  private readonly byCall = new Map<string, Map<number, Durations>>()

  constructor(registry: Registry) {
    const metric = { name, help, get: () => this.read(), reset: () => undefined }
    registry.registerMetric(metric as unknown as Parameters<Registry['registerMetric']>[0])
  }

  of(call: string): NoteDuration {
    const byStatus = this.byCall.get(call) ?? new Map<number, Durations>()
    this.byCall.set(call, byStatus)
    return (status, seconds) => {
      const durations = byStatus.get(status) ?? begin(call, status, byStatus)
      let bound = 0
      while (bound < bounds.length && seconds > (bounds[bound] as number)) bound++
      durations.within[bound] = (durations.within[bound] as number) + 1
      durations.seconds += seconds
    }
  }

  private async read() {
    return {
      name,
      help,
      type: 'histogram',
      aggregator: 'sum',
      values: [...this.byCall.values()].flatMap((byStatus) => [...byStatus.values()].flatMap(valuesOf)),
    }
  }
}

function begin(call: string, status: number, byStatus: Map<number, Durations>): Durations {
  const durations = { call, status, within: Array.from({ length: bounds.length + 1 }, () => 0), seconds: 0 }
  byStatus.set(status, durations)
  return durations
}

function valuesOf({ call, status, within, seconds }: Durations): (MetricValue<string> & { metricName: string })[] {
  const labels = { call, status }
  let count = 0
  const buckets = [...bounds, '+Inf'].map((le, i) => {
    count += within[i] as number
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: seconds },
    { metricName: `${name}_count`, labels, value: count },
  ]
}
