/** How long the warning counts down before the session ends. */
export const countdownMillis = 12_000
const defaultIdleMinutes = 15

/** The warning appears after this time without activity. */
export function idleMillis(configuredMinutes: number): number {
  const minutes = configuredMinutes > 0 ? configuredMinutes : defaultIdleMinutes
  return minutes * 60_000 - countdownMillis
}

export type IdleState =
  | { readonly kind: 'active' }
  | { readonly kind: 'warning'; readonly remainingMillis: number }
  | { readonly kind: 'expired' }

/**
 * The state of a session that was last used at a given time. Computed from clock times, never from counted ticks, so
 * that time asleep counts: an idle session ends when the computer wakes.
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
