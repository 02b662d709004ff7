import type { FastifyInstance } from 'fastify'

/** Nothing of an answer that is not a page may be run, framed or shown as something else. */
const everyAnswer = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const

/** Adds the security headers to every answer of an installation. */
export function sendSecurityHeaders(app: FastifyInstance, origin: string): void {
  // Only for installations behind TLS: on plain http a browser would ignore it, and it must not be promised.
  const transport = origin.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}
  const headers = { ...everyAnswer, ...transport }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** What the pages may reach beside the server itself. */
export interface OtherOrigins {
  /** Where forms lead: an outside identity provider. */
  readonly forms: readonly string[]
  /** What scripts send requests to: that too, and what is told of errors and usage, where that is configured. */
  readonly requests: readonly string[]
}

/** The policy of the web application's pages: scripts, styles and fonts from the server itself and nothing inline. */
export function pagePolicy({ forms, requests }: OtherOrigins, framedBy: readonly string[]): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    ["connect-src 'self'", ...requests].join(' '),
    "worker-src 'self'",
    // The browser's own viewer shows PDFs that the page holds; nothing from any server can be framed.
    'frame-src blob:',
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...forms].join(' '),
    ['frame-ancestors', ...(framedBy.length === 0 ? ["'none'"] : framedBy)].join(' '),
  ].join('; ')
}

/** The worker that computes an engine in a page, and what it loads. */
export function isCalculationWorker(url: string): boolean {
  return /^\/assets\/calculation\.worker-[\w-]+\.js(?:\?|$)/.test(url)
}

/**
 * That worker runs a program that the page hands it as text, which is why it may load what it made itself. It reaches
 * nothing else: no network, no storage, no page.
 */
export const calculationWorkerPolicy = "default-src 'none'; script-src 'self' blob:"
