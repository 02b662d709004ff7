import { z } from 'zod'
import { moment } from '../dates.ts'
import { entityName } from '../names.ts'
import { groupLabel } from '../users/group-label.ts'

export const keyScope = z.enum(['execute', 'author', 'logs']).meta({ id: 'KeyScope' })

const reached = z.array(z.object({ id: z.uuid(), name: z.string() }))

/** An IP address or network, such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/48. */
export const clientAddress = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: 'is not an address or a network' })
  .meta({ id: 'ClientAddress' })

/** A key as administrators see it. The secret is shown once, when the key is created. */
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
    products: reached
      .nullable()
      .describe('Products it reaches with everything in them; null together with engines: all'),
    engines: reached.nullable().describe('Single engines it reaches'),
    addresses: z.array(z.string()).nullable().describe('Addresses and networks it is used from; null: any'),
  })
  .meta({ id: 'ApiKey' })
