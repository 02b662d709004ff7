import { z } from 'zod'
import { moment } from '../dates.ts'

/** A link that gives people without an account access to one engine or one file. */
export const visitorLink = z
  .object({
    id: z.uuid(),
    serviceName: z.string().describe('The engine; empty for a link to a file'),
    documentId: z.uuid().nullable().describe('The file; null for a link to an engine'),
    url: z.string().describe('What is given to visitors'),
    state: z.enum(['active', 'expired', 'used', 'revoked']).describe('Used: it has no visits left'),
    createdAt: moment,
    createdBy: z.string(),
    expiresAt: moment.nullable(),
    visitors: z.int().min(0).describe('People who gave their address'),
    maxUses: z.int().nullable(),
    uses: z.int().min(0).describe('Visits: each begins with a code'),
    results: z.int().min(0).describe('Results that visitors saw, or downloads of the file'),
    mailDomains: z.array(z.string()),
    embedOrigins: z.array(z.string()).describe('Sites that may show the calculator in a frame'),
    keepsAddresses: z.boolean(),
  })
  .meta({ id: 'VisitorLink' })

export type VisitorLink = z.infer<typeof visitorLink>
