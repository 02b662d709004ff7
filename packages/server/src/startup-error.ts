/**
 * A reason not to start that the operator can act on: a wrong setting, a port in use, an unwritable folder. The
 * start-up prints its message as one line and exits; any other error is a bug and shows its stack.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}

/** The error code of the operating system or PostgreSQL, for the mappings to a StartupError. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
