import { z } from 'zod'
import { defineCall, json } from '../call.ts'
import { moment } from '../dates.ts'
import { type VersionUpgrade, versionUpgrade } from './revision.ts'
import { buildRefusals, maxWorkbookBytes } from './upload-engine.ts'

const tenant = z.string().min(1).max(63)
const nameOrId = z.string().min(1).max(200)
const serviceParams = z.object({ tenant, folder: nameOrId, service: nameOrId })
const folders = '/{tenant}/api/v3/folders/{folder}/services/{service}'

/** Clients write dates in several ways; what is no date at all is told. */
const looseDate = z
  .string()
  .max(60)
  .nullish()
  .transform((text, context): string | undefined => {
    if (text === undefined || text === null || text.trim() === '') return undefined
    if (/^\d{4}-\d{2}-\d{2}$/.test(text.trim())) return text.trim()
    const read = new Date(text)
    if (Number.isNaN(read.getTime())) {
      context.addIssue({ code: 'custom', message: 'is not a date', input: text })
      return z.NEVER
    }
    return read.toISOString()
  })

/** Anything else than one of the three leaves the choice to the proposal. */
const looseUpgrade = z
  .string()
  .nullish()
  .transform((text): VersionUpgrade | undefined => versionUpgrade.safeParse(text?.toLowerCase()).data)

const dates = { effective_start_date: looseDate, effective_end_date: looseDate, version_difference: looseUpgrade }

const uploadRequest = z
  .string()
  .default('{}')
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: 'is not JSON', input: text })
      return z.NEVER
    }
  })
  .pipe(z.object({ request_data: z.object(dates).prefault({}) }))

export const uploadService = defineCall({
  id: 'engines.uploadService',
  method: 'POST',
  path: `${folders}/upload`,
  summary: 'Upload a workbook as a new service of a folder, or as the next version of one.',
  caller: 'user',
  keyScope: 'author',
  rule: { module: 'ProductEngine', rule: 'Add' },
  params: serviceParams,
  body: {
    kind: 'form',
    schema: z.object({ engineUploadRequestEntity: uploadRequest.describe('JSON text with request_data') }),
    files: { serviceFile: { required: true, maxBytes: maxWorkbookBytes, description: 'The workbook' } },
  },
  output: {
    kind: 'plain',
    schema: z
      .object({
        status: z.literal('Success'),
        response_data: z.object({
          original_file_documentid: z.uuid(),
          engine_file_documentid: z.uuid(),
          nodegen_compilation_jobid: z.uuid(),
          no_of_sheets: z.int(),
          no_of_inputs: z.int(),
          no_of_outputs: z.int(),
          no_of_formulas: z.int(),
          no_of_cellswithdata: z.int(),
          warnings: z.array(z.object({ key: z.string(), value: z.string() })).nullable(),
        }),
      })
      .meta({ id: 'ServiceUploadAnswer' }),
  },
  errors: ['PRODUCT_NOT_FOUND', 'ENGINE_NOT_FOUND', 'INVALID_FILE_TYPE', ...buildRefusals],
})

export const getCompilationProgress = defineCall({
  id: 'engines.getCompilationProgress',
  method: 'GET',
  // The spelling is that of the clients.
  path: `${folders}/getcompilationprogess/{jobId}`,
  summary: 'Get how far an upload is.',
  caller: 'user',
  keyScope: 'author',
  params: serviceParams.extend({ jobId: z.uuid() }),
  output: {
    kind: 'plain',
    schema: z
      .object({
        status: z.literal('Success'),
        response_data: z.object({
          status: z.enum(['Success', 'Failed', 'InProgress']),
          progress: z.number().min(0).max(100),
          last_error_message: z.string().nullable(),
        }),
      })
      .meta({ id: 'CompilationProgressAnswer' }),
  },
  errors: ['JOB_NOT_FOUND'],
})

export const publishService = defineCall({
  id: 'engines.publishService',
  method: 'POST',
  path: `${folders}/publish`,
  summary: 'Publish an uploaded workbook as a version of its service.',
  caller: 'user',
  keyScope: 'author',
  params: serviceParams,
  body: json(
    z.object({
      request_data: z.object({
        ...dates,
        draft_service_name: z.string().nullish(),
        original_file_documentid: z.uuid(),
        engine_file_documentid: z.uuid().nullish(),
        release_note: z.string().max(4000).nullish(),
        should_track_user_action: z.union([z.boolean(), z.string()]).nullish(),
      }),
    }),
  ),
  output: {
    kind: 'plain',
    schema: z
      .object({
        status: z.literal('Success'),
        response_data: z.object({ version_id: z.uuid(), version: z.string(), service_id: z.uuid() }),
      })
      .meta({ id: 'ServicePublishAnswer' }),
  },
  errors: ['ENGINE_NOT_FOUND', 'FILE_NOT_FOUND', 'ENGINE_NOT_PROVEN', 'STATUS_CHANGE_NOT_ALLOWED'],
})

const foundService = z.object({
  service_id: z.uuid(),
  service_name: z.string(),
  folder_id: z.uuid(),
  folder_name: z.string(),
  service_uri: z.string(),
  version_id: z.uuid().nullable(),
  version: z.string().nullable(),
  status: z.string().nullable(),
  compiler_type: z.string(),
  effective_start_date: moment.nullable(),
  effective_end_date: moment.nullable(),
  created_at: moment,
  updated_at: moment,
})

export const getServiceByVersion = defineCall({
  id: 'engines.getServiceByVersion',
  method: 'GET',
  path: '/{tenant}/api/v3/GetEngineDetailByVersionId/versionid/{versionId}',
  summary: 'Get a service by the id of one of its versions.',
  caller: 'user',
  keyScope: 'execute',
  params: z.object({ tenant, versionId: z.string().min(1).max(60) }),
  output: {
    kind: 'plain',
    schema: z
      .object({
        status: z.literal('Success'),
        response_data: foundService.extend({
          inputs: z.array(
            z.object({ name: z.string(), description: z.string(), type: z.string(), default: z.unknown() }),
          ),
          outputs: z.array(z.object({ name: z.string(), description: z.string(), type: z.string() })),
          subservices: z.array(z.string()),
          release_note: z.string(),
          original_file_documentid: z.uuid(),
          engine_file_documentid: z.uuid(),
        }),
      })
      .meta({ id: 'ServiceDetailAnswer' }),
  },
  errors: ['ENGINE_VERSION_NOT_FOUND'],
})

export const searchServices = defineCall({
  id: 'engines.searchServices',
  method: 'POST',
  path: '/{tenant}/api/v3/services/search',
  summary: 'Find services of all folders that the caller may see, by parts of their names.',
  caller: 'user',
  keyScope: 'execute',
  rule: { module: 'ProductEngine', rule: 'View' },
  params: z.object({ tenant }),
  body: json(
    z
      .object({
        request_data: z
          .object({
            page: z.int().min(1).default(1),
            page_size: z.int().min(1).max(1000).default(20),
            search: z
              .array(
                z.object({
                  field: z.enum(['service_name', 'folder_name']),
                  value: z.string().max(500),
                }),
              )
              .max(20)
              .default([]),
          })
          .prefault({}),
      })
      .prefault({}),
  ),
  output: {
    kind: 'plain',
    schema: z
      .object({
        status: z.literal('Success'),
        response_data: z.object({ services: z.array(foundService), count: z.int() }),
      })
      .meta({ id: 'ServiceSearchAnswer' }),
  },
  errors: [],
})

export const downloadServiceSwagger = defineCall({
  id: 'engines.downloadServiceSwagger',
  method: 'GET',
  path: `${folders}/downloadswagger/{subservice}/{downloadable}/{versionId}`,
  summary:
    'Download the OpenAPI document of a version of a service, with all its inputs and outputs or those of a subservice.',
  caller: 'user',
  keyScope: 'execute',
  rule: { module: 'ProductEngine', rule: 'DownloadSwagger' },
  params: serviceParams.extend({
    subservice: z.string().min(1).max(255).describe('Name of a subservice, or All'),
    downloadable: z.string().max(10).describe('true to save it as a file'),
    versionId: z.string().min(1).max(60),
  }),
  output: { kind: 'file', contentType: 'application/json' },
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND'],
})
