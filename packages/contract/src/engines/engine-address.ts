import { z } from 'zod'
import { day, moment } from '../dates.ts'

/** Product and engine in a path: each by id or by name. */
export const engineParams = z.strictObject({
  product: z.string().min(1).max(200),
  engine: z.string().min(1).max(200).describe('Id or service name'),
})

export const versionParams = engineParams.extend({
  version: z.string().min(1).max(60).describe('Id or revision of a version'),
})

/** Effective dates are days or points in time: a range lasts from the start of its first day to the end of its last. */
export const effectiveDate = z.union([day, moment])

/** What an author writes about a version. */
export const releaseNote = z.string().trim().max(4000)
