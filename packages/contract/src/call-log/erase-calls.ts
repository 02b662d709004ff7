import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'

export const eraseCalls = defineCall({
  id: 'callLog.eraseCalls',
  method: 'POST',
  path: '/api/v1/logs/erase',
  summary:
    'Erase the calls of one person from the log, for good: those that they made, and those with a value that tells of them, such as ' +
    'a name or a number of theirs. A batch with such a record is erased as a whole. Counters stay.',
  caller: 'supervisor',
  body: json(
    z
      .strictObject({
        caller: z
          .string()
          .trim()
          .min(1)
          .max(320)
          .optional()
          .describe('Id, e-mail address or name of whoever made the calls'),
        value: z.string().trim().min(2).max(500).optional().describe('A text in what was sent or answered, in full'),
        countOnly: z.boolean().default(false).describe('Say how many there are, and erase none'),
      })
      .refine(({ caller, value }) => caller !== undefined || value !== undefined, 'needs caller or value'),
  ),
  output: data(z.object({ calls: z.int().min(0).describe('How many were erased, or would be') })),
  errors: [],
})
