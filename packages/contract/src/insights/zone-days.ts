/** Times of a zone, by the runtime's time zone rules. A zone has its IANA name. */

/** Starts of the intervals of a series, by the clock of a zone. */
export const intervals = ['quarter', 'hour', 'day', 'week', 'month'] as const

export type Interval = (typeof intervals)[number]

export const quarterMs = 15 * 60_000

/** Creating a format is slow. Names count in any spelling, eUrOpE/bErLiN too, so callers could fill the memory. */
const formats = new Map<string, Intl.DateTimeFormat>()
const mostFormats = 50

function formatOf(zone: string): Intl.DateTimeFormat {
  const present = formats.get(zone)
  if (present !== undefined) return present
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const [oldest] = formats.keys()
  if (formats.size >= mostFormats && oldest !== undefined) formats.delete(oldest)
  formats.set(zone, format)
  return format
}

export function isZone(zone: string): boolean {
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

/** The local time of a zone at an instant, as if it were UTC. */
export function zoneTime(moment: number, zone: string): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/** The first instant at which a zone's clock shows a time or, if the clock skips it, a later one. */
export function momentOf(local: number, zone: string): number {
  const guess = local - (zoneTime(local, zone) - local)
  const candidates = [guess, local - (zoneTime(guess - 86_400_000, zone) - (guess - 86_400_000))]
    .concat(local - (zoneTime(guess + 86_400_000, zone) - (guess + 86_400_000)))
    .sort((a, b) => a - b)
  const exact = candidates.find((moment) => zoneTime(moment, zone) === local)
  if (exact !== undefined) return exact
  // The time was skipped: clocks change at a quarter of an hour.
  let moment = (candidates[0] ?? guess) - 2 * 3_600_000
  while (zoneTime(moment, zone) < local) moment += quarterMs
  return moment
}

function beginning(local: number, interval: 'day' | 'week' | 'month'): number {
  const date = new Date(local)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (interval === 'month') return Date.UTC(year, month, 1)
  // Weeks begin on Monday.
  return Date.UTC(year, month, interval === 'week' ? day - ((date.getUTCDay() + 6) % 7) : day)
}

function following(local: number, interval: 'day' | 'week' | 'month'): number {
  const date = new Date(local)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (interval === 'month') return Date.UTC(year, month + 1, 1)
  return Date.UTC(year, month, day + (interval === 'week' ? 7 : 1))
}

/** The start of the day, week or month that contains an instant. */
export function startOf(moment: number, interval: 'day' | 'week' | 'month', zone: string): number {
  return momentOf(beginning(zoneTime(moment, zone), interval), zone)
}

/** Start points of a series: the first at the start of the range, the others at interval starts. */
export function pointsBetween(from: number, to: number, interval: Interval, zone: string): number[] {
  if (interval === 'quarter' || interval === 'hour') {
    const step = interval === 'quarter' ? quarterMs : 3_600_000
    // Hours start by the zone's clock, which differs from UTC by half an hour in some zones.
    const offset = zoneTime(from, zone) - from
    const first = Math.floor((from + offset) / step) * step - offset
    const points = [from]
    for (let at = first + step; at < to; at += step) points.push(at)
    return points
  }
  const points = [from]
  let local = following(beginning(zoneTime(from, zone), interval), interval)
  for (let at = momentOf(local, zone); at < to; at = momentOf(local, zone)) {
    points.push(at)
    local = following(local, interval)
  }
  return points
}
