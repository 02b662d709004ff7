import { issueClientToken } from '@sheetwright/contract/session/issue-client-token.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'

export const issueClientTokenHandler = handle(issueClientToken, async ({ params, body, services: { identity } }) => {
  const { client_id: clientId, client_secret: secret } = body
  const issued = await identity.clientTokens.issue({ tenantName: params.realm, clientId, secret })
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
