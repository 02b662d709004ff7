import type { KeyScope } from '@sheetwright/contract/call.ts'
import type { ApiKeys } from './api-keys.ts'
import type { UsableKey } from './api-keys.store.ts'
import { createOwnTokens, type OwnTokenParts } from './own-tokens.ts'
import type { TenantDirectory } from './tenant-directory.ts'
import type { Tenant } from './tenants.store.ts'
import { TokenRefused } from './verify-token.ts'

const seconds = 900

interface IssuedToken {
  readonly token: string
  readonly seconds: number
  readonly scopes: readonly KeyScope[]
}

export interface ClientTokens {
  /** Undefined if the id and the secret are not those of a valid key. */
  issue(client: { tenantName: string; clientId: string; secret: string }): Promise<IssuedToken | undefined>
  /** Whether a token claims to be a client's; checks nothing else. */
  claims(token: string): boolean
  /** The current state of a token's key. */
  identify(token: string): Promise<{ readonly tenant: Tenant; readonly key: UsableKey }>
}

interface ClientTokenParts extends OwnTokenParts {
  readonly tenants: TenantDirectory
  readonly apiKeys: ApiKeys
}

/** Tokens of clients: each stands for an API key, and ends with it. */
export function createClientTokens({ tenants, apiKeys, ...parts }: ClientTokenParts): ClientTokens {
  const tokens = createOwnTokens(parts, { holder: 'client', seconds })
  return {
    issue: async ({ tenantName, clientId, secret }) => {
      const tenant = await tenants.byName(tenantName)
      const key = tenant && (await apiKeys.find(tenant.id, secret))
      if (!tenant || !key || !isCalled(key, clientId)) return undefined
      const token = await tokens.sign({ tenantId: tenant.id, userId: key.id })
      return { token, seconds, scopes: key.scopes }
    },
    claims: tokens.claims,
    identify: async (token) => {
      const { subject } = await tokens.verify(token)
      const tenant = subject && (await tenants.byId(subject.tenantId))
      const key = tenant && (await apiKeys.findById(tenant.id, subject.userId))
      if (!tenant || !key) throw new TokenRefused('UNAUTHORIZED_ACCESS', 'the key has ended')
      return { tenant, key }
    },
  }
}

function isCalled({ id, name }: UsableKey, clientId: string): boolean {
  return clientId.toLowerCase() === id || clientId.toLowerCase() === name.toLowerCase()
}
