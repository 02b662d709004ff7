import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Short enough for a log line, and nothing that could end a header or a line, or needs an escape in JSON. */
const sane = /^[\w.:+/=@-]{1,128}$/

/**
 * What a caller knows the call by, as the body says it: `request_meta.correlation_id`, in batches `correlation_id`. It comes back
 * with every answer, also with those that refuse the call.
 */
export function ownCorrelationId(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { request_meta: meta, correlation_id: plain } = body as Readonly<Record<string, unknown>>
  const given =
    typeof meta === 'object' && meta !== null
      ? (meta as typeof body & { correlation_id?: unknown }).correlation_id
      : plain
  return typeof given === 'string' && given.trim() !== '' && given.length <= longestOwn ? given.trim() : undefined
}

const longestOwn = 200

/** The caller's own request id when it is fit to be echoed and logged, else a new one. */
export function correlationIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && sane.test(given) ? given : randomUUID()
}
