import { z } from 'zod'

/** The largest number that a column of the database holds. */
const largest = 2_147_483_647

/** The number of a version, a case or a place, from 1. */
export const ordinal = z.int().min(1).max(largest)

/** The same in a path or a query. */
export const ordinalText = z.coerce.number().int().min(1).max(largest)
