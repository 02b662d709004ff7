import { z } from 'zod'
import { json } from '../call.ts'
import { day, moment } from '../dates.ts'
import { nameOrId } from '../execution/engine-address.ts'

export const serviceParams = z.object({ tenant: z.string().min(1).max(63), folder: nameOrId, service: nameOrId })

export const answeredFields = { status: z.literal('Success'), error: z.null() } as const

export const serviceLogCall = {
  caller: 'user',
  keyScope: 'logs',
  rule: { module: 'ProductEngineLog', rule: 'AuditFeatures' },
} as const

export const exportBody = json(
  z
    .object({
      request_data: z
        .object({
          call_ids: z.array(z.string().max(200)).max(1000).nullish(),
          start_date: z.union([moment, day]).nullish(),
          end_date: z.union([moment, day]).nullish(),
        })
        .nullish(),
      request_meta: z.object({ version_id: z.uuid().nullish() }).nullish(),
    })
    .meta({ id: 'LegacyLogRequest' }),
)

export const jobStarted = {
  kind: 'plain',
  schema: z.object({ ...answeredFields, response_data: z.object({ job_id: z.uuid() }) }).meta({ id: 'LegacyLogJob' }),
} as const

export const jobState = {
  kind: 'plain',
  schema: z
    .object({
      ...answeredFields,
      response_data: z.object({ progress: z.number(), download_url: z.string().nullable() }),
    })
    .meta({ id: 'LegacyLogJobState' }),
} as const

/** A workbook with the inputs of a call filled in. */
export const callWorkbookAnswer = {
  kind: 'plain',
  schema: z
    .object({ ...answeredFields, response_data: z.object({ download_url: z.string() }) })
    .meta({ id: 'LegacyCallWorkbook' }),
} as const

/** Shared parts of the paths where clients request the workbook of a call. */
export const rehydration = {
  method: 'POST',
  ...serviceLogCall,
  params: serviceParams.extend({ call: z.uuid() }),
  query: z.object({ index: z.coerce.number().int().min(0).optional().describe('Record of a batch, from 0') }),
  output: callWorkbookAnswer,
  errors: ['ENGINE_NOT_FOUND', 'CALL_NOT_FOUND'],
} as const
