import { ApiError } from '@sheetwright/contract/api-error.ts'
import { type Client, createClient } from '@sheetwright/contract/client.ts'
import { maxProductZipBytes } from '@sheetwright/contract/products/zip/product-zip.ts'
import type { PromotionTarget } from '@sheetwright/contract/promotion/target.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { hostOf, OutsideFailure, requestOutside } from '../../platform/net/post-outside.ts'

const millis = 60_000

/** A client for another installation, with the caller's key there. */
export function targetClient({ url, tenant, apiKey }: PromotionTarget, allowedHosts: readonly string[]): Client {
  assertAllowedTarget(url, allowedHosts)
  const client = createClient({
    baseUrl: new URL(url).origin,
    headers: () => ({ 'x-synthetic-key': apiKey, 'x-tenant-name': tenant }),
    fetch: (input, init) => fetchOutside(new Request(input, init), allowedHosts),
  })
  return {
    call: (...given) => client.call(...given).catch(toldOfTarget),
  }
}

function assertAllowedTarget(url: string, allowedHosts: readonly string[]): void {
  const host = hostOf(new URL(url))
  if (allowedHosts.includes(host)) return
  const message = `The host ${host} is not among those that this installation allows`
  const allowed = allowedHosts.join(', ') || 'none; the operator names them in SHEETWRIGHT_PROMOTION_HOSTS'
  throw new CallError('INVALID_INPUT', message, [{ field: 'body.target.url', message, allowed }])
}

async function fetchOutside(request: Request, allowedHosts: readonly string[]): Promise<Response> {
  const content = await request.arrayBuffer()
  const { status, headers, body } = await requestOutside({
    url: request.url,
    method: request.method,
    allowedHosts,
    headers: Object.fromEntries(request.headers),
    body: content.byteLength === 0 ? undefined : new Uint8Array(content),
    millis,
    maxBytes: maxProductZipBytes,
  })
  if (status >= 300 && status < 400) throw new OutsideFailure('It answers with another address')
  const told = new Headers()
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') told.set(name, value)
  return new Response(status === 204 ? null : body, { status, headers: told })
}

/** Reports errors of the other installation; "not found" is left to the caller. */
function toldOfTarget(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  if (error.status === 404) throw error
  const reason = error.cause instanceof OutsideFailure ? error.cause.message : error.message
  throw new CallError('PROMOTION_FAILED', `The other installation: ${reason}`)
}
