import { lookup } from 'node:dns'
import { type IncomingHttpHeaders, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isInternalAddress } from './internal-address.ts'

export interface OutsideRequest {
  readonly url: string
  /** Host names or addresses that may be reached, in lower case. A listed address may be internal. */
  readonly allowedHosts: readonly string[]
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly millis: number
  readonly maxBytes: number
}

interface AnyOutsideRequest extends Omit<OutsideRequest, 'body'> {
  readonly method: string
  readonly body: Uint8Array | undefined
}

interface OutsideAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer<ArrayBuffer>
}

/** Why a request was not sent, or its response refused. */
export class OutsideFailure extends Error {
  override readonly name = 'OutsideFailure'
}

/** Posts JSON to another server, under the rules of `requestOutside`. */
export async function postOutside({
  body,
  headers,
  ...order
}: OutsideRequest): Promise<{ status: number; body: string }> {
  const content = Buffer.from(body)
  const answer = await requestOutside({
    ...order,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: content,
  })
  return { status: answer.status, body: answer.body.toString('utf8') }
}

/** Refuses a URL whose host the operator does not allow. */
function assertAllowed(url: URL | null, allowedHosts: readonly string[]): asserts url is URL {
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new OutsideFailure('It is not an address with http or https')
  const host = hostOf(url)
  if (!allowedHosts.includes(host)) throw new OutsideFailure(`The host ${host} is not among those allowed`)
  if (url.username !== '' || url.password !== '') throw new OutsideFailure('Credentials do not belong into an address')
}

/** In the spelling of the lists of allowed hosts. */
export function hostOf(url: URL): string {
  return url.hostname.toLowerCase().replace(/^\[|\]$/g, '')
}

/**
 * Requests another server at a user-supplied URL: only hosts that the operator allowed, never an internal address,
 * whatever a name resolves to at that moment, and without following redirects.
 */
export async function requestOutside(order: AnyOutsideRequest): Promise<OutsideAnswer> {
  const url = URL.parse(order.url)
  assertAllowed(url, order.allowedHosts)
  const send = url.protocol === 'https:' ? requestSecure : requestPlain
  return new Promise((resolve, reject) => {
    const sent = send(url, {
      method: order.method,
      headers: {
        ...order.headers,
        ...(order.body === undefined ? {} : { 'content-length': String(order.body.byteLength) }),
      },
      // An address in the list is the operator's own choice.
      ...(isIP(hostOf(url)) === 0 ? { lookup: outsideLookup } : {}),
      agent: false,
      signal: AbortSignal.timeout(order.millis),
    })
    sent.once('error', (error) => reject(failureOf(error)))
    sent.once('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > order.maxBytes) response.destroy(new OutsideFailure('The answer is too large'))
        else chunks.push(chunk)
      })
      response.once('error', (error) => reject(failureOf(error)))
      response.once('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) })
      })
    })
    sent.end(order.body)
  })
}

/** The checked address is the one connected to. */
const outsideLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '', 4)
    const inside = addresses.find(({ address }) => isInternalAddress(address))
    const [first] = addresses
    if (inside !== undefined || first === undefined) {
      return callback(new OutsideFailure(`The host ${hostname} is an address inside`), '', 4)
    }
    if (options.all === true) return callback(null, addresses)
    return callback(null, first.address, first.family)
  })
}

function failureOf(error: Error): OutsideFailure {
  if (error instanceof OutsideFailure) return error
  const isTime = error.name === 'AbortError' || error.name === 'TimeoutError'
  return new OutsideFailure(isTime ? 'It did not answer in time' : `It could not be reached: ${error.message}`)
}
