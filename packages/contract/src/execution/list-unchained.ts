import { z } from 'zod'
import { defineCall, list } from '../call.ts'
import { engineAddress } from './engine-address.ts'

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
