import { z } from 'zod'
import { nameOrId } from './engine-address.ts'

export const serviceParams = z.object({ tenant: z.string().min(1).max(63), folder: nameOrId, service: nameOrId })

export const answeredFields = { status: z.literal('Success'), error: z.null() } as const

export const responseMeta = z.object({
  service_id: z.uuid(),
  version_id: z.uuid(),
  version: z.string(),
  correlation_id: z.string(),
  request_timestamp: z.string(),
})
