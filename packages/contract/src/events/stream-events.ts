import { z } from 'zod'
import { defineCall } from '../call.ts'

/**
 * What changed, never the new content: an open page reads the entity again with the caller's own rights. So an event
 * can go to the whole tenant without showing anybody more than they may see.
 */
export const liveEvent = z
  .object({
    type: z.enum([
      'job.changed',
      'product.changed',
      'engine.changed',
      'category.changed',
      'document.changed',
      'board.changed',
      'configuration.changed',
      'file.changed',
      'master-reference.changed',
    ]),
    id: z.string().describe('The entity that changed'),
  })
  .meta({ id: 'LiveEvent' })

export type LiveEvent = z.infer<typeof liveEvent>

export const streamEvents = defineCall({
  id: 'events.streamEvents',
  method: 'GET',
  path: '/api/v1/events',
  summary: 'Follow what changes, as server-sent events.',
  caller: 'user',
  output: { kind: 'events', schema: liveEvent },
  errors: [],
})
