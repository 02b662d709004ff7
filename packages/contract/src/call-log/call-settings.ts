import { z } from 'zod'

/** Settings for the calls of a product's engines. */
export const callSettings = z
  .object({
    auditCalls: z.boolean().describe('Every call is on disk before it is answered'),
    keepCallsDays: z.int().min(1).max(3650).describe('Days after which calls are forgotten'),
    maskedInputs: z
      .array(z.string().trim().min(1).max(255))
      .max(500)
      .describe('Names of inputs whose values the log does not keep: personal data'),
  })
  .meta({ id: 'CallSettings' })
