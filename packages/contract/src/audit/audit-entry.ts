import { z } from 'zod'
import { moment } from '../dates.ts'

export const auditEntry = z
  .object({
    number: z.int().min(1),
    at: moment,
    actorId: z.uuid().nullable(),
    actorName: z.string(),
    action: z.string().describe('What was done, as in `user.disable`'),
    entityType: z.string(),
    entityId: z.string(),
    entityName: z.string(),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    correlationId: z.string(),
    hash: z.string(),
  })
  .meta({ id: 'AuditEntry' })
