import { defineCall, list } from '../call.ts'
import { engineAddress } from './engine-address.ts'
import { engineChain } from './engine-chain.ts'

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
