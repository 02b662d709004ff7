import {
  apiCalls,
  counterNames,
  type CounterName,
  type Dimension,
  dimensions,
} from '@sheetwright/contract/insights/usage.ts'
import { type Interval, isZone, momentOf, startOf } from '@sheetwright/contract/insights/zone-days.ts'

/** Ranges that end now, by length. */
export const presets = ['1h', '24h', '7d', '30d', '90d', '1y', '2y'] as const

type Preset = (typeof presets)[number]

/** Range and filters of the insights; all of it is in the address, so that a bookmark keeps a view. */
export interface InsightsState {
  readonly range: Preset | 'custom'
  /** Days of a custom range, the last one included. */
  readonly from: string | undefined
  readonly to: string | undefined
  readonly zone: string
  readonly counter: CounterName
  readonly by: Dimension
  /** The drill-down filters. */
  readonly filter: Readonly<Partial<Record<Dimension, string>>>
  /** The input or output whose distribution is shown. */
  readonly value: string | undefined
}

type Search = Readonly<Record<string, string | undefined>>

const isDay = /^\d{4}-\d{2}-\d{2}$/
const dayMs = 86_400_000
const lengths: Readonly<Record<Preset, number>> = {
  '1h': 3_600_000,
  '24h': dayMs,
  '7d': 7 * dayMs,
  '30d': 30 * dayMs,
  '90d': 90 * dayMs,
  '1y': 365 * dayMs,
  '2y': 730 * dayMs,
}

export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

export function insightsFromSearch(search: Search, product: string | undefined): InsightsState {
  const [from, to] = [search['from'], search['to']].map((day) =>
    day !== undefined && isDay.test(day) ? day : undefined,
  )
  const isCustom = search['range'] === 'custom' && from !== undefined && to !== undefined && from <= to
  const zone = search['zone']
  const filter = Object.fromEntries(
    dimensions.flatMap((dimension) => {
      const value = dimension === 'product' ? (product ?? search[dimension]) : search[dimension]
      return value === undefined ? [] : [[dimension, value === noName ? '' : value]]
    }),
  )
  const by = dimensions.find((dimension) => dimension === search['by']) ?? firstFree(filter)
  return {
    range: isCustom ? 'custom' : (presets.find((preset) => preset === search['range']) ?? '30d'),
    from: isCustom ? from : undefined,
    to: isCustom ? to : undefined,
    zone: zone !== undefined && isZone(zone) ? zone : ownZone,
    counter: counterNames.find((name) => name === search['counter']) ?? apiCalls,
    by,
    filter,
    value: search['value'],
  }
}

/** The filter for calls without a source system: addresses leave out empty parameters. */
const noName = '-'

export function insightsToSearch(state: InsightsState, product: string | undefined): Search {
  const { range, from, to, zone, counter, by, filter, value } = state
  return {
    range: range === '30d' ? undefined : range,
    from,
    to,
    zone: zone === ownZone ? undefined : zone,
    counter: counter === apiCalls ? undefined : counter,
    by: by === firstFree(filter) ? undefined : by,
    ...Object.fromEntries(
      dimensions.map((dimension) => {
        const chosen = dimension === 'product' && product !== undefined ? undefined : filter[dimension]
        return [dimension, chosen === '' ? noName : chosen]
      }),
    ),
    value,
  }
}

/** The next level of the drill-down. */
export function firstFree(filter: InsightsState['filter']): Dimension {
  return dimensions.find((dimension) => filter[dimension] === undefined) ?? 'caller'
}

/** Start and end of a range, as of now. */
export function momentsOf({ range, from, to, zone }: InsightsState, now: number): { from: number; to: number } {
  if (range === 'custom' && from !== undefined && to !== undefined) {
    return { from: momentOf(Date.parse(from), zone), to: momentOf(Date.parse(to) + dayMs, zone) }
  }
  const length = lengths[range === 'custom' ? '30d' : range]
  // Long ranges begin at the start of a day.
  const first = now - length
  return { from: length > dayMs ? startOf(first + dayMs, 'day', zone) : first, to: now }
}

/** The interval of a chart: short enough to show detail, long enough to tell points apart. */
export function intervalOf({ from, to }: { readonly from: number; readonly to: number }): Interval {
  const days = (to - from) / dayMs
  if (days <= 0.5) return 'quarter'
  if (days <= 3) return 'hour'
  if (days <= 100) return 'day'
  return days <= 380 ? 'week' : 'month'
}
