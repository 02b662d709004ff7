import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Short enough for a log line, and nothing that could end a header or a line, or needs an escape in JSON. */
const sane = /^[\w.:+/=@-]{1,128}$/

/** The caller's own request id when it is fit to be echoed and logged, else a new one. */
export function correlationIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && sane.test(given) ? given : randomUUID()
}
