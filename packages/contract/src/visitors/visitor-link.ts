import { z } from 'zod'
import { moment } from '../dates.ts'

/** A link through which people without an account reach one engine. */
export const visitorLink = z
  .object({
    id: z.uuid(),
    serviceName: z.string().describe('The engine'),
    url: z.string().describe('What is given to visitors'),
    state: z.enum(['active', 'expired', 'revoked']),
    createdAt: moment,
    createdBy: z.string(),
    expiresAt: moment.nullable(),
    visitors: z.int().min(0).describe('People who gave their address'),
  })
  .meta({ id: 'VisitorLink' })

export type VisitorLink = z.infer<typeof visitorLink>
