import type { FastifyInstance } from 'fastify'

/** Responses other than pages may not be run, framed or shown as something else. */
const everyAnswer = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const

/** Adds the security headers to every response of an installation. */
export function sendSecurityHeaders(app: FastifyInstance, origin: string): void {
  // Only for installations behind TLS: browsers ignore it on plain http, and it must not be promised.
  const transport = origin.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}
  const headers = { ...everyAnswer, ...transport }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** Other origins that the pages may use. */
export interface OtherOrigins {
  /** Form targets: an external identity provider. */
  readonly forms: readonly string[]
  /** Request targets of scripts: the same, and the collectors of errors and usage, if configured. */
  readonly requests: readonly string[]
}

/** The policy of the web application's pages: scripts, styles and fonts from this server only, nothing inline. */
export function pagePolicy({ forms, requests }: OtherOrigins, framedBy: readonly string[]): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    ["connect-src 'self'", ...requests].join(' '),
    "worker-src 'self'",
    // The browser's own viewer shows PDFs from page memory; nothing from any server can be framed.
    'frame-src blob:',
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...forms].join(' '),
    ['frame-ancestors', ...(framedBy.length === 0 ? ["'none'"] : framedBy)].join(' '),
  ].join('; ')
}

/** The worker that computes an engine in a page, and the scripts it loads. */
export function isCalculationWorker(url: string): boolean {
  return /^\/assets\/calculation\.worker-[\w-]+\.js(?:\?|$)/.test(url)
}

/**
 * That worker runs a program that the page passes as text, so it may load blob URLs of its own. It can access nothing
 * else: no network, no storage, no page.
 */
export const calculationWorkerPolicy = "default-src 'none'; script-src 'self' blob:"
