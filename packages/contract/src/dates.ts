import { z } from 'zod'

/** A calendar day, `YYYY-MM-DD`. */
export const day = z.iso.date().meta({ id: 'Day' })

/** A point in time, ISO 8601 in UTC. */
export const moment = z.iso.datetime().meta({ id: 'Moment' })

/** Says of a text that it is neither a day nor a date-time. */
export const notADate = { message: 'is not a date such as 2026-01-31 or 2026-01-31T00:00:00Z' } as const

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
