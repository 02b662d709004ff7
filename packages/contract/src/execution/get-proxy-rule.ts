import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { engineAddress } from './engine-address.ts'
import { proxyRule } from './proxy-rule.ts'

export const getProxyRule = defineCall({
  id: 'execution.getProxyRule',
  method: 'GET',
  path: '/api/v1/proxy/GetProxyRule/{product}/{engine}',
  summary: 'The proxy address of an engine.',
  caller: 'user',
  params: engineAddress,
  query: z.strictObject({
    orNull: z
      .enum(['true', 'false'])
      .default('false')
      .describe('Where the engine has none the answer is null, not a refusal'),
  }),
  output: data(proxyRule.nullable()),
  errors: ['ENGINE_NOT_FOUND', 'PROXY_URL_NOT_FOUND'],
})
