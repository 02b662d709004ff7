import { z } from 'zod'
import { jsonOrForm, withInputs } from '../call.ts'
import { executeErrors } from './engine-address.ts'
import { looseExecuteRequest } from './request.ts'

const answeredError = z.object({
  error_category: z.string(),
  error_type: z.string(),
  additional_details: z.string(),
  source_path: z.string(),
  message: z.string(),
})

const answeredWarning = z.object({ key: z.string(), message: z.string() })

/** One engine of the run, with its results. */
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

/** The response format of existing clients. Empty lists are null. */
export const executeAnswer = z
  .object({
    status: z.enum(['Success', 'Error']).describe('Error when an input was refused: `errors` says which and why'),
    error: z.null(),
    response_data: z.object({
      outputs: z.record(z.string(), z.unknown()).nullable().describe('Null when an input was refused'),
      warnings: z.array(answeredWarning).nullable(),
      errors: z.array(answeredError).nullable(),
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

export const tenantName = z.string().min(1).max(63)

export const executeCall = {
  method: 'POST',
  body: jsonOrForm(looseExecuteRequest, withInputs),
  output: { kind: 'plain', schema: executeAnswer },
  errors: [...executeErrors, 'PROXY_URL_NOT_FOUND'],
} as const

export const signedIn = { caller: 'user', keyScope: 'execute', visitors: true } as const

export const withoutCredentials = { caller: 'anyone' } as const
