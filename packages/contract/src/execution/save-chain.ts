import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { entityName } from '../names.ts'
import { engineAddress, nameOrId } from './engine-address.ts'
import { mapping, engineChain } from './engine-chain.ts'

/** Maximum number of engines after the first. */
const mostSteps = 20

export const saveChain = defineCall({
  id: 'execution.saveChain',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/{engine}/chain',
  summary:
    'Save a chain that begins with an engine. With an id, that chain is changed; else one of the same name is replaced.',
  caller: 'user',
  params: engineAddress,
  body: json(
    z.strictObject({
      id: z.uuid().optional().describe('The chain to change; it may get another name'),
      name: entityName,
      steps: z
        .array(z.strictObject({ product: nameOrId, engine: nameOrId, mapping: mapping.default({}) }))
        .min(1)
        .max(mostSteps)
        .describe('The engines behind the first, in order'),
    }),
  ),
  output: data(engineChain),
  errors: [
    'ENGINE_NOT_FOUND',
    'CHAIN_NOT_FOUND',
    'CHAIN_ALREADY_EXISTS',
    'ENGINE_CHAIN_MISMATCH_ERROR',
    'NO_ACTIVE_VERSION',
  ],
})
