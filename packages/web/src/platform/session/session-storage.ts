const keys = { idToken: 'userToken', refreshToken: 'refreshToken', tenant: 'Tenant' } as const

const issuerKey = 'sheetwright.issuer'

/** The tokens and the tenant, in local storage, so that all tabs share them. */
export interface SessionStorage {
  idToken(): string | null
  refreshToken(): string | null
  tenant(): string | null
  keep(tokens: { idToken: string; refreshToken: string | undefined; tenant: string }): void
  keepTenant(tenant: string): void
  /** The chosen identity provider; it is kept after signing out. */
  issuer(): string | null
  keepIssuer(issuer: string): void
  clear(): void
}

export function createSessionStorage(storage: Storage): SessionStorage {
  return {
    idToken: () => storage.getItem(keys.idToken),
    refreshToken: () => storage.getItem(keys.refreshToken),
    tenant: () => storage.getItem(keys.tenant),
    keep({ idToken, refreshToken, tenant }) {
      storage.setItem(keys.idToken, idToken)
      if (refreshToken === undefined) storage.removeItem(keys.refreshToken)
      else storage.setItem(keys.refreshToken, refreshToken)
      storage.setItem(keys.tenant, tenant)
    },
    keepTenant: (tenant) => storage.setItem(keys.tenant, tenant),
    issuer: () => storage.getItem(issuerKey),
    keepIssuer: (issuer) => storage.setItem(issuerKey, issuer),
    clear() {
      for (const key of Object.values(keys)) storage.removeItem(key)
    },
  }
}
