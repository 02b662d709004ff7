import { z } from 'zod'

/** A calendar day, `YYYY-MM-DD`. */
export const day = z.iso.date().meta({ id: 'Day' })

/** A moment, ISO 8601 in UTC. */
export const moment = z.iso.datetime().meta({ id: 'Moment' })
