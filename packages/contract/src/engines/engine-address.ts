import { z } from 'zod'
import { day, moment } from '../dates.ts'

/** Product and engine as paths address them: by id or by name. */
export const engineParams = z.strictObject({
  product: z.string().min(1).max(200),
  engine: z.string().min(1).max(200).describe('Id or service name'),
})

export const versionParams = engineParams.extend({
  version: z.string().min(1).max(60).describe('Id or revision of a version'),
})

/** Effective dates come as days or as moments: a range goes from the beginning of its first day to the end of its last. */
export const effectiveDate = z.union([day, moment])

/** What an engine's author writes about a version. */
export const releaseNote = z.string().trim().max(4000)
