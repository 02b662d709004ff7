import { z } from 'zod'
import { moment } from '../dates.ts'
import { entityName } from '../names.ts'
import { groupLabel } from '../users/group-label.ts'

export const keyScope = z.enum(['execute', 'author', 'logs']).meta({ id: 'KeyScope' })

/** A key as administrators see it. The key itself is shown once, when it is made. */
export const apiKey = z
  .object({
    id: z.uuid(),
    name: entityName,
    start: z.string().describe('The first characters of the key'),
    group: groupLabel,
    scopes: z.array(keyScope),
    createdBy: z.string(),
    createdAt: moment,
    expiresAt: moment.nullable(),
    revokedAt: moment.nullable(),
    lastUsedAt: moment.nullable().describe('To the minute'),
  })
  .meta({ id: 'ApiKey' })
