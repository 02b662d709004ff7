import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Language, languageCookie, languages, pickLanguage } from '../login-page/language.ts'
import { pagePolicy } from '../login-page/layout.ts'

/** Sends a page that may not be cached or framed, and that runs no foreign scripts. */
export function sendPage(reply: FastifyReply, language: Language, page: string): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-language', language)
    .header('content-security-policy', pagePolicy)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('set-cookie', `${languageCookie}=${language}; Path=/; Max-Age=31536000; SameSite=Lax`)
    .send(page)
}

export function pageLanguage(request: FastifyRequest, requested?: unknown): Language {
  const { lang } = request.query as { lang?: unknown }
  return pickLanguage({
    chosen: languages.find((language) => language === lang),
    requested,
    cookies: request.headers.cookie,
    accepted: request.headers['accept-language'],
  })
}

/** The fields of a submitted form. */
export function fieldsOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams()
}

/** Browsers report the site of a form; refuse one of another site. */
export function isFromHere({ headers }: FastifyRequest, origin: string): boolean {
  return headers.origin === undefined || headers.origin === 'null' || headers.origin === origin
}
