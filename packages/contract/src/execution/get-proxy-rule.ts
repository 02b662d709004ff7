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
  output: data(proxyRule),
  errors: ['ENGINE_NOT_FOUND', 'PROXY_URL_NOT_FOUND'],
})
