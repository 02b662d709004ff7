import { z } from 'zod'

export const mostExecutionsPerMinute = 10_000_000

const limitSubject = z
  .enum(['tenant', 'key', 'engine'])
  .describe('The whole tenant with all its callers, one API key, or one engine with all its callers')

/** The subject of a limit and its number; null removes the limit. */
export const callLimitChange = z.strictObject({
  of: limitSubject,
  id: z.uuid().nullable().default(null).describe('Of the API key or the engine; null for the tenant'),
  executionsPerMinute: z
    .int()
    .min(1)
    .max(mostExecutionsPerMinute)
    .nullable()
    .describe('Each server process counts for itself; null removes the limit'),
})

/** The limits of a tenant. */
export const callLimits = z
  .object({
    limits: z.array(
      z.object({
        of: limitSubject,
        id: z.uuid().nullable(),
        name: z.string().describe('Of the API key, or of the product and the engine'),
        executionsPerMinute: z.int(),
      }),
    ),
    installation: z
      .object({ executionsPerMinute: z.int(), requestsPerMinute: z.int() })
      .describe('What each caller may do where no limit of its own is set'),
  })
  .meta({ id: 'CallLimits' })

export type CallLimits = z.infer<typeof callLimits>
