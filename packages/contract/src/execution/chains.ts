import { z } from 'zod'
import { data, defineCall, json, list } from '../call.ts'
import { entityName } from '../names.ts'
import { engineAddress, executeErrors, nameOrId } from './engine-address.ts'
import { executeRequest } from './request.ts'
import { validationError } from './run-result.ts'

const mapping = z
  .record(z.string().max(250), z.string().max(250))
  .describe('For an input, the output of an earlier engine that feeds it; others are fed by their name')

/** Engines that run one after the other, outputs of each feeding the inputs of the next. */
const engineChain = z
  .object({
    id: z.uuid(),
    name: z.string(),
    steps: z.array(
      z.object({
        engineId: z.uuid(),
        productId: z.uuid().nullable().describe('Null when the engine is gone, or not for the reader'),
        serviceName: z.string().nullable(),
        mapping,
      }),
    ),
  })
  .meta({ id: 'EngineChain' })

/** Most engines behind the first. */
const mostSteps = 20

export const saveChain = defineCall({
  id: 'execution.saveChain',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/{engine}/chain',
  summary: 'Save a chain that begins with an engine. A chain of the same name is replaced.',
  caller: 'user',
  params: engineAddress,
  body: json(
    z.strictObject({
      name: entityName,
      steps: z
        .array(z.strictObject({ product: nameOrId, engine: nameOrId, mapping: mapping.default({}) }))
        .min(1)
        .max(mostSteps)
        .describe('The engines behind the first, in order'),
    }),
  ),
  output: data(engineChain),
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_CHAIN_MISMATCH_ERROR', 'NO_ACTIVE_VERSION'],
})

export const listChains = defineCall({
  id: 'execution.listChains',
  method: 'GET',
  path: '/api/v1/product/{product}/engines/{engine}/chain',
  summary: 'List the chains that begin with an engine.',
  caller: 'user',
  params: engineAddress,
  output: list(engineChain),
  errors: ['ENGINE_NOT_FOUND'],
})

export const deleteChain = defineCall({
  id: 'execution.deleteChain',
  method: 'DELETE',
  path: '/api/v1/product/{product}/engines/{engine}/chain/{chain}',
  summary: 'Delete a chain.',
  caller: 'user',
  params: engineAddress.extend({ chain: z.uuid() }),
  output: data(z.object({ id: z.uuid() })),
  errors: ['ENGINE_NOT_FOUND', 'CHAIN_NOT_FOUND'],
})

export const listUnchained = defineCall({
  id: 'execution.listUnchained',
  method: 'GET',
  path: '/api/v1/product/{product}/engines/{engine}/unchained',
  summary: 'List the engines that a chain that begins with an engine could go on with: no cycle would come of it.',
  caller: 'user',
  params: engineAddress,
  output: list(z.object({ engineId: z.uuid(), productId: z.uuid(), productName: z.string(), serviceName: z.string() })),
  errors: ['ENGINE_NOT_FOUND'],
})

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
  body: json(executeRequest),
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
