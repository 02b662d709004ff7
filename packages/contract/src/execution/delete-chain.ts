import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { engineAddress } from './engine-address.ts'

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
