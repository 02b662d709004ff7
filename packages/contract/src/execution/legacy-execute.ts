import { z } from 'zod'
import { defineCall, jsonOrForm } from '../call.ts'
import { executeErrors, nameOrId } from './engine-address.ts'
import { looseExecuteRequest } from './request.ts'

const legacyError = z.object({
  error_category: z.string(),
  error_type: z.string(),
  additional_details: z.string(),
  source_path: z.string(),
  message: z.string(),
})

const legacyWarning = z.object({ key: z.string(), message: z.string() })

/** One engine that took part, with what it gave. */
export const chainStepResult = z
  .object({
    service_name: z.string(),
    service_id: z.uuid(),
    version_id: z.uuid(),
    version: z.string(),
    run_if: z.string(),
    outputs: z.record(z.string(), z.unknown()),
    process_time: z.number().describe('Milliseconds'),
  })
  .meta({ id: 'ChainStepResult' })

/** The answer that existing clients read. Empty lists are null. */
export const legacyExecuteAnswer = z
  .object({
    status: z.literal('Success'),
    error: z.null(),
    response_data: z.object({
      outputs: z.record(z.string(), z.unknown()),
      warnings: z.array(legacyWarning).nullable(),
      errors: z.array(legacyError).nullable(),
      service_chain: z.array(chainStepResult).nullable(),
      inputs: z.record(z.string(), z.unknown()).optional(),
      solves: z.array(z.unknown()).optional(),
    }),
    response_meta: z.object({
      service_id: z.uuid(),
      version_id: z.uuid(),
      version: z.string(),
      process_time: z.number().describe('Milliseconds'),
      call_id: z.uuid(),
      compiler_type: z.string(),
      compiler_version: z.string(),
      engine_id: z.uuid(),
      correlation_id: z.string(),
      system: z.string(),
      request_timestamp: z.string(),
      excel_file: z.string().optional(),
    }),
  })
  .meta({ id: 'LegacyExecuteAnswer' })

const tenant = z.string().min(1).max(63)

const shared = {
  method: 'POST',
  body: jsonOrForm(looseExecuteRequest),
  output: { kind: 'plain', schema: legacyExecuteAnswer },
  errors: [...executeErrors, 'PROXY_URL_NOT_FOUND'],
} as const

const signedIn = { caller: 'user', keyScope: 'execute', visitors: true } as const

export const executeService = defineCall({
  id: 'execution.executeService',
  path: '/{tenant}/api/v3/folders/{folder}/services/{service}/execute',
  summary: 'Calculate with a service of a folder.',
  params: z.object({ tenant, folder: nameOrId, service: nameOrId }),
  ...signedIn,
  ...shared,
})

export const executeServiceById = defineCall({
  id: 'execution.executeServiceById',
  path: '/{tenant}/api/v3/service/{serviceId}',
  summary: 'Calculate with a service, by its id.',
  params: z.object({ tenant, serviceId: nameOrId }),
  ...signedIn,
  ...shared,
})

export const executeVersionById = defineCall({
  id: 'execution.executeVersionById',
  path: '/{tenant}/api/v3/version/{versionId}',
  summary: 'Calculate with one version of a service, by its id.',
  params: z.object({ tenant, versionId: nameOrId }),
  ...signedIn,
  ...shared,
})

export const executeNamed = defineCall({
  id: 'execution.executeNamed',
  path: '/{tenant}/api/v3/execute',
  summary: 'Calculate with the service that request_meta names by service_uri, service_id or version_id.',
  params: z.object({ tenant }),
  ...signedIn,
  ...shared,
})

export const executeProxy = defineCall({
  id: 'execution.executeProxy',
  path: '/{tenant}/api/v3/proxy/{suffix}',
  summary: 'Calculate with the service that a proxy address stands for.',
  params: z.object({ tenant, suffix: nameOrId }),
  ...signedIn,
  ...shared,
})

const withoutCredentials = { caller: 'anyone' } as const

export const executePublicService = defineCall({
  id: 'execution.executePublicService',
  path: '/{tenant}/api/v3/public/folders/{folder}/services/{service}/execute',
  summary: 'Calculate with a public service of a folder, without credentials.',
  params: z.object({ tenant, folder: nameOrId, service: nameOrId }),
  ...withoutCredentials,
  ...shared,
})

export const executePublicServiceById = defineCall({
  id: 'execution.executePublicServiceById',
  path: '/{tenant}/api/v3/public/service/{serviceId}',
  summary: 'Calculate with a public service, by its id, without credentials.',
  params: z.object({ tenant, serviceId: nameOrId }),
  ...withoutCredentials,
  ...shared,
})

export const executePublicVersionById = defineCall({
  id: 'execution.executePublicVersionById',
  path: '/{tenant}/api/v3/public/version/{versionId}',
  summary: 'Calculate with one version of a public service, by its id, without credentials.',
  params: z.object({ tenant, versionId: nameOrId }),
  ...withoutCredentials,
  ...shared,
})

export const executePublicNamed = defineCall({
  id: 'execution.executePublicNamed',
  path: '/{tenant}/api/v3/public/execute',
  summary: 'Calculate with the public service that request_meta names, without credentials.',
  params: z.object({ tenant }),
  ...withoutCredentials,
  ...shared,
})

export const executePublicProxy = defineCall({
  id: 'execution.executePublicProxy',
  path: '/{tenant}/api/v3/public/proxy/{suffix}',
  summary: 'Calculate with the public service that a proxy address stands for, without credentials.',
  params: z.object({ tenant, suffix: nameOrId }),
  ...withoutCredentials,
  ...shared,
})
