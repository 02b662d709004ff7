import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { versionParams } from '../engines/engine-address.ts'
import { comparedReference } from './engine-reference.ts'

export const getEngineReferences = defineCall({
  id: 'masterReferences.getEngineReferences',
  method: 'GET',
  path: '/api/v1/product/{product}/engines/references/{engine}/{version}',
  summary: 'The tables that a version of an engine copied from masters, each with the cells that differ.',
  caller: 'user',
  params: versionParams,
  output: data(z.array(comparedReference)),
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND'],
})
