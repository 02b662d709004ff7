import { z } from 'zod'
import { moment } from '../dates.ts'
import { entityName } from '../names.ts'
import { groupLabel } from '../users/group-label.ts'
import { apiKey } from './api-key.ts'

/** A supervisor's settings for an API client. */
export const clientFields = z.strictObject({
  name: entityName,
  owner: z.string().trim().min(1).max(120).describe('Who answers for it'),
  contact: z.string().trim().max(200).default('').describe('Where they are reached'),
  group: groupLabel,
  products: z.array(z.uuid()).max(200).nullable().default(null).describe('The only products it uses, beside `engines`'),
  engines: z.array(z.uuid()).max(200).nullable().default(null).describe('The only engines it uses'),
  requestsPerMinute: z
    .int()
    .min(1)
    .max(1_000_000)
    .nullable()
    .default(null)
    .describe('Null: the limit of the installation'),
})

const reached = z.array(z.object({ id: z.uuid(), name: z.string() })).nullable()

/** An API client, with its keys and recent activity. */
export const apiClient = z
  .object({
    ...clientFields.shape,
    id: z.uuid(),
    products: reached,
    engines: reached,
    keys: z.array(apiKey).describe('Revoked and expired ones included, the newest first'),
    calls: z.int().describe('Of the last 30 days'),
    errors: z.int().describe('Of the last 30 days'),
    lastUsedAt: moment.nullable().describe('To the minute'),
    createdBy: z.string(),
    createdAt: moment,
  })
  .meta({ id: 'ApiClient' })

export type ApiClient = z.infer<typeof apiClient>

export const clientParams = z.strictObject({ client: z.uuid() })
