import type { ErrorEnvelope, OAuthErrorEnvelope } from '@sheetwright/contract/envelope.ts'
import { errorStatus } from '@sheetwright/contract/error-codes.ts'
import type { CallError } from './call-error.ts'

/** A failure of a token endpoint, with the fields that OAuth clients read beside our own. */
export function asOAuthClientsReadIt(envelope: ErrorEnvelope, error: CallError): OAuthErrorEnvelope {
  return { ...envelope, error: oauthErrorOf(error), error_description: describing(error.message) }
}

function oauthErrorOf({ code, errors = [] }: CallError): OAuthErrorEnvelope['error'] {
  if (code === 'UNAUTHORIZED_ACCESS') return 'invalid_client'
  if (code === 'TOO_MANY_REQUESTS' || errorStatus[code] === 503) return 'temporarily_unavailable'
  if (errorStatus[code] >= 500) return 'server_error'
  const isOtherGrant = errors.some(({ field, message }) => field === 'body.grant_type' && message !== 'is missing')
  return isOtherGrant ? 'unsupported_grant_type' : 'invalid_request'
}

/** Without the characters that the RFC leaves out of descriptions. */
function describing(message: string): string {
  return message.replaceAll('"', "'").replace(/[^\x20-\x5b\x5d-\x7e]/g, '?')
}

const basic = /^basic( +|$)/i

/** True if the client named itself by HTTP Basic authentication. */
export function usesBasic(authorization: string | undefined): authorization is string {
  return authorization !== undefined && basic.test(authorization)
}

interface ClientCredentials {
  readonly clientId: string
  readonly secret: string
}

/** The credentials of HTTP Basic authentication, both url-encoded (RFC 6749, 2.3.1); undefined if there are none. */
export function basicCredentials(authorization: string): ClientCredentials | undefined {
  const text = Buffer.from(authorization.replace(basic, ''), 'base64').toString('utf8')
  const [, clientId, secret] = /^([^:]+):(.+)$/s.exec(text) ?? []
  if (clientId === undefined || secret === undefined) return undefined
  try {
    return { clientId: decoded(clientId), secret: decoded(secret) }
  } catch {
    return undefined
  }
}

function decoded(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}
