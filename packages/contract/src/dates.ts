import { z } from 'zod'

/** Says of a text that it is neither a day nor a date-time. */
export const notADate = { message: 'is not a date such as 2026-01-31 or 2026-01-31T00:00:00Z' } as const

const [firstMoment, lastMoment] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/** Whether the year, in UTC, is one that the database and ISO 8601 with four digits know. */
function isStorable(text: string): boolean {
  const at = Date.parse(text)
  return !(at < firstMoment || at > lastMoment)
}

/** A calendar day, `YYYY-MM-DD`. */
export const day = z.iso.date().refine(isStorable, notADate.message).meta({ id: 'Day' })

/** A point in time, ISO 8601 in UTC. */
export const moment = z.iso.datetime().refine(isStorable, notADate.message).meta({ id: 'Moment' })

/** A point in time with its time zone. */
export const zonedMoment = z.iso.datetime({ offset: true }).refine(isStorable, notADate.message)

/**
 * A day, or a date-time with its time zone. Existing clients also write them with slashes or a space, and without a
 * time zone, which then is UTC: the zone of the server must not matter.
 */
export const writtenDate = z
  .string()
  .max(60)
  .transform(inIsoForm)
  .pipe(z.union([day, zonedMoment]))

/** The same; nothing for an empty text. */
export const writtenDateOrEmpty = z
  .string()
  .max(60)
  .nullish()
  .transform((text) => (text === undefined || text === null || text.trim() === '' ? undefined : inIsoForm(text)))
  .pipe(z.union([day, zonedMoment]).optional())

const writtenForm = /^(\d{4})([-/])(\d\d)\2(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

/** Other texts as they are, to be refused. */
function inIsoForm(text: string): string {
  const [, year, , month, date, time, zone = 'Z'] = writtenForm.exec(text.trim()) ?? []
  if (year === undefined) return text
  const dayText = `${year}-${month}-${date}`
  return time === undefined ? dayText : `${dayText}T${time.length === 5 ? `${time}:00` : time}${inIsoZone(zone)}`
}

function inIsoZone(zone: string): string {
  const [, hours, minutes = '00'] = /^([+-]\d\d):?(\d\d)?$/.exec(zone) ?? []
  return hours === undefined ? 'Z' : `${hours}:${minutes}`
}

/** A calendar day, or a date-time as existing clients send it; then its date part, without time zone conversion. */
export const dayOfDate = z
  .string()
  .max(60)
  .transform((text, context): string => {
    const written = /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(text.trim())?.[0]
    if (written !== undefined && !Number.isNaN(Date.parse(text.trim().replace(' ', 'T')))) return written
    context.addIssue({ code: 'custom', ...notADate, input: text })
    return z.NEVER
  })
  .pipe(day)
  .meta({ id: 'DayOfDate', description: 'A day, or a date-time whose day is meant' })
