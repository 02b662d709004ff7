import { z } from 'zod'
import { data, defineCall, json, withInputs } from '../call.ts'
import { engineAddress, executeErrors } from './engine-address.ts'
import { executeRequest } from './request.ts'
import { validationError } from './run-result.ts'

const chainStep = z.object({
  service_name: z.string(),
  service_id: z.uuid(),
  version_id: z.uuid(),
  version: z.string(),
  call_id: z.uuid(),
  outputs: z.record(z.string(), z.unknown()),
  warnings: z.array(z.object({ key: z.string(), value: z.string() })),
  errors: z.array(validationError),
  process_time: z.number().describe('Milliseconds'),
})

export const executeChain = defineCall({
  id: 'execution.executeChain',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/ExecuteChain/{engine}',
  summary: 'Run the engines of a chain one after the other. A step with errors is the last one.',
  caller: 'user',
  keyScope: 'execute',
  params: engineAddress,
  query: z.strictObject({ chain: z.string().max(200).optional().describe('Id or name; the only one unless given') }),
  body: json(executeRequest, withInputs),
  output: data(
    z
      .object({
        chainId: z.uuid(),
        chainName: z.string(),
        isComplete: z.boolean().describe('False when a step had errors and the rest did not run'),
        xOutput: z.record(z.string(), z.unknown()).describe('The outputs of the last step that ran'),
        service_chain: z.array(chainStep),
        totalTime: z.number().describe('Milliseconds'),
      })
      .meta({ id: 'ChainResult' }),
  ),
  errors: [...executeErrors, 'CHAIN_NOT_FOUND'],
})
