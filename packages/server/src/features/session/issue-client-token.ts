import type { BodyOf } from '@sheetwright/contract/call.ts'
import { issueClientToken } from '@sheetwright/contract/session/issue-client-token.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { basicCredentials, usesBasic } from '../../platform/http/oauth-error.ts'

export const issueClientTokenHandler = handle(issueClientToken, async ({ params, body, header, services }) => {
  const client = credentialsOf(body, header('authorization'))
  const issued = client && (await services.identity.clientTokens.issue({ tenantName: params.realm, ...client }))
  if (issued === undefined) {
    throw new CallError(
      'UNAUTHORIZED_ACCESS',
      'The client id or the client secret is wrong, or the key is no longer valid',
    )
  }
  return {
    access_token: issued.token,
    expires_in: issued.seconds,
    refresh_expires_in: 0 as const,
    token_type: 'Bearer' as const,
    'not-before-policy': 0 as const,
    scope: issued.scopes.join(' '),
  }
})

/** Undefined if they cannot be read, which is as wrong as a wrong secret. */
function credentialsOf(
  { client_id: clientId, client_secret: secret }: BodyOf<typeof issueClientToken>,
  authorization: string | undefined,
): { clientId: string; secret: string } | undefined {
  if (secret === undefined && usesBasic(authorization)) {
    const client = basicCredentials(authorization)
    if (client !== undefined && clientId !== undefined && clientId !== client.clientId) {
      throw refused('client_id', 'is not the one of the HTTP Basic authentication')
    }
    return client
  }
  if (clientId === undefined) throw refused('client_id', 'is missing')
  if (secret === undefined) throw refused('client_secret', 'is missing')
  return { clientId, secret }
}

function refused(name: string, message: string): CallError {
  const field = `body.${name}`
  return new CallError('INVALID_INPUT', `${field}: ${message}`, [{ field, message }])
}
