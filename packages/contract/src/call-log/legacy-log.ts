import { z } from 'zod'
import { defineCall, json } from '../call.ts'
import { nameOrId } from '../execution/engine-address.ts'

const service = z.object({ tenant: z.string().min(1).max(63), folder: nameOrId, service: nameOrId })
const answered = { status: z.literal('Success'), error: z.null() } as const

const shared = {
  caller: 'user',
  keyScope: 'logs',
  rule: { module: 'ProductEngineLog', rule: 'AuditFeatures' },
} as const

export const getServiceCall = defineCall({
  id: 'callLog.getServiceCall',
  method: 'POST',
  path: '/{tenant}/api/v3/folders/{folder}/services/{service}/log',
  summary: 'Get one call of a service with its inputs and results, by its call id.',
  ...shared,
  params: service,
  body: json(z.object({ request_data: z.object({ call_id: z.uuid() }) })),
  output: {
    kind: 'plain',
    schema: z
      .object({
        ...answered,
        response_data: z.object({
          call_id: z.uuid(),
          timestamp: z.string(),
          version_id: z.uuid(),
          version: z.string().nullable(),
          username: z.string(),
          call_purpose: z.string(),
          source_system: z.string(),
          correlation_id: z.string(),
          process_time: z.number(),
          is_batch_call: z.boolean(),
          request: z.unknown(),
          response: z.unknown(),
        }),
      })
      .meta({ id: 'LegacyCall' }),
  },
  errors: ['ENGINE_NOT_FOUND', 'CALL_NOT_FOUND'],
})

const exportBody = json(
  z
    .object({
      request_data: z
        .object({
          call_ids: z.array(z.string().max(200)).max(1000).nullish(),
          start_date: z.union([z.iso.datetime(), z.iso.date()]).nullish(),
          end_date: z.union([z.iso.datetime(), z.iso.date()]).nullish(),
        })
        .nullish(),
      request_meta: z.object({ version_id: z.uuid().nullish() }).nullish(),
    })
    .meta({ id: 'LegacyLogRequest' }),
)

const jobStarted = {
  kind: 'plain',
  schema: z.object({ ...answered, response_data: z.object({ job_id: z.uuid() }) }).meta({ id: 'LegacyLogJob' }),
} as const

export const downloadServiceCallsCsv = defineCall({
  id: 'callLog.downloadServiceCallsCsv',
  method: 'POST',
  path: '/{tenant}/api/v3/folders/{folder}/services/{service}/log/downloadcsv',
  summary: 'Write the calls of a service into a CSV file in the background.',
  ...shared,
  params: service,
  body: exportBody,
  output: jobStarted,
  errors: ['ENGINE_NOT_FOUND'],
})

export const downloadServiceCallsJson = defineCall({
  id: 'callLog.downloadServiceCallsJson',
  method: 'POST',
  path: '/{tenant}/api/v3/folders/{folder}/services/{service}/log/downloadjson',
  summary: 'Write the calls of a service into a JSON file in the background.',
  ...shared,
  params: service,
  body: exportBody,
  output: jobStarted,
  errors: ['ENGINE_NOT_FOUND'],
})

const jobState = {
  kind: 'plain',
  schema: z
    .object({ ...answered, response_data: z.object({ progress: z.number(), download_url: z.string().nullable() }) })
    .meta({ id: 'LegacyLogJobState' }),
} as const

export const getServiceCsvStatus = defineCall({
  id: 'callLog.getServiceCsvStatus',
  method: 'GET',
  path: '/{tenant}/api/v3/folders/{folder}/services/{service}/log/downloadcsv/status/{job}',
  summary: 'How far a CSV file of calls is, and where it can be downloaded.',
  ...shared,
  params: service.extend({ job: z.uuid() }),
  output: jobState,
  errors: ['ENGINE_NOT_FOUND', 'JOB_NOT_FOUND'],
})

export const getServiceJsonStatus = defineCall({
  id: 'callLog.getServiceJsonStatus',
  method: 'GET',
  path: '/{tenant}/api/v3/folders/{folder}/services/{service}/log/downloadjson/status/{job}',
  summary: 'How far a JSON file of calls is, and where it can be downloaded.',
  ...shared,
  params: service.extend({ job: z.uuid() }),
  output: jobState,
  errors: ['ENGINE_NOT_FOUND', 'JOB_NOT_FOUND'],
})

export const getServiceCallWorkbook = defineCall({
  id: 'callLog.getServiceCallWorkbook',
  method: 'GET',
  path: '/{tenant}/api/v3/folders/{folder}/services/{service}/download/{call}',
  summary: 'Where the workbook with the inputs of a call in place can be downloaded.',
  ...shared,
  params: service.extend({ call: z.uuid() }),
  output: {
    kind: 'plain',
    schema: z
      .object({ ...answered, response_data: z.object({ download_url: z.string() }) })
      .meta({ id: 'LegacyCallWorkbook' }),
  },
  errors: ['ENGINE_NOT_FOUND', 'CALL_NOT_FOUND'],
})
