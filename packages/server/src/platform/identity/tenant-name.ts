/** First segments of the product's own paths: `/{tenant}/api/v3/…` must never be mistaken for one of these. */
const reserved: ReadonlySet<string> = new Set([
  'admin',
  'anonymous',
  'api',
  'assets',
  'auth',
  'board',
  'docs',
  'error',
  'health',
  'idp',
  'login',
  'logout',
  'metrics',
  'products',
  'public',
  'roadmap',
  'shared',
  'static',
  'users',
])

/** Why a tenant name is invalid; undefined if it is valid. It becomes part of URLs, so it is kept plain. */
export function tenantNameProblem(name: string): string | undefined {
  if (name.length < 2 || name.length > 63) return 'must have 2 to 63 characters'
  if (!/^[a-z0-9][a-z0-9-]*[a-z0-9]$/i.test(name)) {
    return 'may hold only letters (a to z), digits and hyphens, and must begin and end with a letter or digit'
  }
  if (reserved.has(name.toLowerCase())) return 'is the beginning of an address of the product itself'
  return undefined
}
