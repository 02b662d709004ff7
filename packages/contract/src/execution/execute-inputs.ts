import { z } from 'zod'
import { data, defineCall, json, withInputs } from '../call.ts'
import { engineAddress, executeErrors } from './engine-address.ts'
import { executeRequest } from './request.ts'
import { runResult } from './run-result.ts'

/** An input with its current value and what its validation then allows. */
export const inputState = z
  .object({
    name: z.string(),
    value: z.unknown(),
    min: z.unknown(),
    max: z.unknown(),
    options: z.array(z.unknown()).nullable(),
  })
  .meta({ id: 'InputState' })

export const executeInputs = defineCall({
  id: 'execution.executeInputs',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/ExecuteInputs/{engine}',
  summary:
    'The inputs of an engine with their values, limits and lists, as they are once the given inputs are in place.',
  caller: 'user',
  keyScope: 'execute',
  visitors: true,
  params: engineAddress,
  body: json(executeRequest, withInputs),
  output: data(z.object({ xlInputs: z.array(inputState), validationErrors: runResult.shape.validationErrors })),
  errors: executeErrors,
})
