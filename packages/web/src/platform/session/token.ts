/** Seconds before its expiry when a token counts as expired, so that it does not expire on its way to the server. */
const leewaySeconds = 20

/** The expiry of a token, in seconds since 1970; undefined if it cannot be read. */
function expiryOf(token: string): number | undefined {
  const payload = token.split('.')[1]
  if (payload === undefined) return undefined
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof claims !== 'object' || claims === null || !('exp' in claims)) return undefined
    return typeof claims.exp === 'number' ? claims.exp : undefined
  } catch {
    return undefined
  }
}

/** A token that cannot be read counts as expired. */
export function isExpired(token: string, nowMillis: number): boolean {
  const expiry = expiryOf(token)
  return expiry === undefined || expiry - leewaySeconds <= nowMillis / 1000
}
