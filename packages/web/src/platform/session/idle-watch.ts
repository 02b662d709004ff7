/** How long the warning counts down before the session ends. */
export const countdownMillis = 12_000
const defaultIdleMinutes = 15

/** Without activity for this long the warning appears. */
export function idleMillis(configuredMinutes: number): number {
  const minutes = configuredMinutes > 0 ? configuredMinutes : defaultIdleMinutes
  return minutes * 60_000 - countdownMillis
}

export type IdleState =
  | { readonly kind: 'active' }
  | { readonly kind: 'warning'; readonly remainingMillis: number }
  | { readonly kind: 'expired' }

/**
 * Where a session stands that was last used at a given moment. Computed from clock times, never from counted ticks, so
 * that a computer that slept ends the session on waking.
 */
export function idleState(lastActivity: number, now: number, idleAfterMillis: number): IdleState {
  const idle = now - lastActivity - idleAfterMillis
  if (idle < 0) return { kind: 'active' }
  const remainingMillis = countdownMillis - idle
  return remainingMillis > 0 ? { kind: 'warning', remainingMillis } : { kind: 'expired' }
}

/** `0:12` */
export function formatCountdown(millis: number): string {
  const seconds = Math.ceil(millis / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
