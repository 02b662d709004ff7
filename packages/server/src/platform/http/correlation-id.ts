import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Short enough for a log line, and without characters that could end a header or a line, or need an escape in JSON. */
const sane = /^[\w.:+/=@-]{1,128}$/

/**
 * The caller's correlation id in the body: `request_meta.correlation_id`, in batches `correlation_id`. Every response
 * repeats it, including refusals.
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

/** The caller's own request id if it is safe to echo and log, else a new one. */
export function correlationIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && sane.test(given) ? given : randomUUID()
}
