import { z } from 'zod'
import { data, defineCall } from '../call.ts'

export const deleteProxyRule = defineCall({
  id: 'execution.deleteProxyRule',
  method: 'DELETE',
  path: '/api/v1/proxy/DeleteProxyRule/{rule}',
  summary: 'Take its proxy address from an engine.',
  caller: 'user',
  params: z.strictObject({ rule: z.uuid() }),
  output: data(z.object({ id: z.uuid() })),
  errors: ['PROXY_URL_NOT_FOUND'],
})
