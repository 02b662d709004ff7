import { z } from 'zod'
import { defineCall, json, withInputs } from '../call.ts'
import { executeErrors } from './engine-address.ts'
import { looseExecuteRequest } from './request.ts'
import { serviceParams, answeredFields, responseMeta } from './service-answer.ts'

/** The constraints of an input, as existing clients read them. */
const inputRule = z
  .object({
    validation_allow: z.string().describe('Any value, Whole number, Decimal, List, Date, Time, Text length or Custom'),
    validation_type: z.enum(['none', 'static', 'dynamic']).describe('Dynamic when it depends on other inputs'),
    dependent_inputs: z.array(z.string()).nullable().describe('The inputs it depends on'),
    min: z.unknown(),
    max: z.unknown(),
    options: z.array(z.unknown()).nullable(),
    ignore_blank: z.boolean(),
    input_message_title: z.string().nullable(),
    input_message: z.string().nullable(),
    error_style: z.string().nullable(),
    error_title: z.string().nullable(),
    error_message: z.string().nullable(),
    default_value: z.unknown(),
  })
  .meta({ id: 'LegacyInputRule' })

export const validateService = defineCall({
  id: 'execution.validateService',
  method: 'POST',
  path: '/{tenant}/api/v3/folders/{folder}/services/{service}/validation',
  summary: 'What each input of a service may hold, once the given inputs are in place.',
  caller: 'user',
  keyScope: 'execute',
  visitors: true,
  params: serviceParams,
  body: json(looseExecuteRequest, withInputs),
  output: {
    kind: 'plain',
    schema: z
      .object({
        ...answeredFields,
        response_data: z.object({ outputs: z.record(z.string(), inputRule) }),
        response_meta: responseMeta,
      })
      .meta({ id: 'LegacyValidationAnswer' }),
  },
  errors: executeErrors,
})
