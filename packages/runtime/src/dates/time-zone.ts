import { serialOfMoment } from './serial.ts'

export function isTimeZone(name: string): boolean {
  try {
    return formatOf(name) !== undefined
  } catch {
    return false
  }
}

/** The serial number that a clock in a time zone shows at a moment in milliseconds since 1970; in UTC without a zone. */
export function serialInZone(
  millis: number,
  { date1904, timeZone }: { readonly date1904: boolean; readonly timeZone?: string | undefined },
): number {
  return serialOfMoment(timeZone === undefined ? millis : millis + ahead(timeZone, millis), date1904)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    const numbers = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
    format = new Intl.DateTimeFormat('en-US', { ...numbers, second: 'numeric', hourCycle: 'h23', timeZone })
    formats.set(timeZone, format)
  }
  return format
}

/** How many milliseconds the clocks of a time zone are ahead of UTC. */
function ahead(timeZone: string, millis: number): number {
  const whole = Math.floor(millis / 1000) * 1000
  const shown = new Map(
    formatOf(timeZone)
      .formatToParts(whole)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes): number => shown.get(type) ?? 0
  const there = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return there - whole
}
