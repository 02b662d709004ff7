import { z } from 'zod'
import { moment } from '../../dates.ts'

const tenant = z.string().min(1).max(63)

export const transferTenant = z.object({ tenant })

export const transferCall = { caller: 'user', keyScope: 'author' } as const

export const transferStatus = z.enum(['created', 'in_progress', 'completed', 'closed']).meta({
  id: 'TransferStatus',
  description: 'completed: it worked; closed: it failed or was cancelled, and errors say why',
})

export const transferStarted = (object: 'export' | 'import') =>
  z.object({ id: z.uuid(), object: z.literal(object), status_url: z.string() })

export const transferState = (object: 'export' | 'import') =>
  transferStarted(object).extend({
    status: transferStatus,
    response_timestamp: moment,
    process_time: z.number().describe('Milliseconds since it began'),
    source_system: z.string(),
    correlation_id: z.string(),
    errors: z.array(z.object({ message: z.string() })).nullable(),
  })

/** A service version to transfer. */
export const movedVersion = z.object({
  service_uri: z.string(),
  folder: z.string(),
  service: z.string(),
  service_id: z.uuid(),
  version: z.string(),
  version_id: z.uuid(),
})
