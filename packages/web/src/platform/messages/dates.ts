/** The default time zone of shown times. */
const defaultTimeZone = 'GMT'

interface Parts {
  readonly day: string
  readonly minute: string
  readonly second: string
  readonly offset: string
}

/** Cached: creating a formatter costs a hundred times as much as using it, and tables have a time in each row. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  })
  formats.set(timeZone, made)
  return made
}

function partsOf(moment: Date, timeZone: string): Parts {
  const format = formatFor(timeZone)
  const parts = Object.fromEntries(format.formatToParts(moment).map((part) => [part.type, part.value]))
  return {
    day: `${parts['year']}-${parts['month']}-${parts['day']}`,
    minute: `${parts['hour']}:${parts['minute']}`,
    second: `${parts['hour']}:${parts['minute']}:${parts['second']}`,
    offset: parts['timeZoneName'] === 'GMT' ? 'GMT+00:00' : (parts['timeZoneName'] ?? ''),
  }
}

/** `2026-11-15` */
export function formatDay(moment: Date, timeZone = defaultTimeZone): string {
  return partsOf(moment, timeZone).day
}

/** `2026-11-15, 09:30:00 GMT+00:00` */
export function formatMoment(moment: Date, timeZone = defaultTimeZone): string {
  const { day, second, offset } = partsOf(moment, timeZone)
  return `${day}, ${second} ${offset}`
}

/** `2026-11-15, 09:30:00` */
export function formatSecond(moment: Date): string {
  const { day, second } = partsOf(moment, defaultTimeZone)
  return `${day}, ${second}`
}

/** `2026-11-15 09:30 UTC` */
export function formatMinute(moment: Date): string {
  const { day, minute } = partsOf(moment, 'UTC')
  return `${day} ${minute} UTC`
}

const units = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['week', 7 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const

/** How long ago, in the largest unit that fits: `[-3, 'hour']`. */
export function relativeTo(moment: Date, now: Date): [number, Intl.RelativeTimeFormatUnit] {
  const seconds = Math.round((moment.getTime() - now.getTime()) / 1000)
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return [Math.trunc(seconds / size), unit]
  }
  return [0, 'minute']
}
