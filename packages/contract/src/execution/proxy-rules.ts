import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { engineAddress, nameOrId } from './engine-address.ts'

const proxyRule = z
  .object({
    id: z.uuid(),
    ProductName: z.string(),
    ServiceName: z.string(),
    UrlSuffix: z.string(),
    url: z.string().describe('Where the engine is executed under this address'),
  })
  .meta({ id: 'ProxyRule' })

/** The end of an address: nothing that would have to be written otherwise in one. */
const urlSuffix = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._~-]*$/u, 'may hold letters, digits, dots, hyphens and underscores')

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

export const saveProxyRule = defineCall({
  id: 'execution.saveProxyRule',
  method: 'POST',
  path: '/api/v1/proxy/SaveProxyRule',
  summary: 'Give an engine a proxy address, or another one.',
  caller: 'user',
  body: json(z.strictObject({ ProductName: nameOrId, ServiceName: nameOrId, UrlSuffix: urlSuffix })),
  output: data(proxyRule),
  errors: ['ENGINE_NOT_FOUND', 'PROXY_URL_ALREADY_EXISTS'],
})

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
