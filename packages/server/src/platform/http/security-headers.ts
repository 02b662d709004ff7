import type { FastifyInstance } from 'fastify'

/** Nothing of an answer that is not a page may be run, framed or shown as something else. */
const everyAnswer = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const

export function sendSecurityHeaders(app: FastifyInstance, origin: string): void {
  // Only for installations behind TLS: on plain http a browser would ignore it, and it must not be promised.
  const transport = origin.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}
  const headers = { ...everyAnswer, ...transport }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/**
 * The policy of the web application's pages: scripts, styles and fonts from the server itself and nothing inline. The
 * other origins are those that the page talks to, such as an outside identity provider.
 */
export function pagePolicy(otherOrigins: readonly string[]): string {
  const others = otherOrigins.map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${others}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${others}`,
    "frame-ancestors 'none'",
  ].join('; ')
}
