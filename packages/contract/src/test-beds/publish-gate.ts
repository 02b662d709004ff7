import { z } from 'zod'
import { moment } from '../dates.ts'
import { publishCheck } from '../engines/publish-checks.ts'

/** A product's requirements for publishing a version. */
export const publishRules = z
  .object({
    fourEyes: z.boolean().describe('Another person has to approve'),
    testbedIds: z.array(z.uuid()).describe('Test beds that have to pass on the version'),
  })
  .meta({ id: 'PublishRules' })

export type PublishRules = z.infer<typeof publishRules>

/** A request to publish a version, with the state of the checks at that time. */
export const publishRequest = z
  .object({
    id: z.uuid(),
    state: z.enum(['open', 'approved', 'rejected']),
    note: z.string(),
    checks: z.array(publishCheck),
    requestedBy: z.string(),
    requestedAt: moment,
    decidedBy: z.string().nullable(),
    decidedAt: moment.nullable(),
    isOwn: z.boolean().describe('The caller made the request, and cannot decide it'),
    comments: z.array(z.object({ id: z.uuid(), text: z.string(), writtenBy: z.string(), writtenAt: moment })),
  })
  .meta({ id: 'PublishRequest' })

export type PublishRequest = z.infer<typeof publishRequest>
