import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { nameOrId } from './engine-address.ts'
import { proxyRule } from './proxy-rule.ts'

/** The last part of a URL, without characters that need escaping. */
const urlSuffix = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._~-]*$/u, 'may hold letters, digits, dots, hyphens and underscores')

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
