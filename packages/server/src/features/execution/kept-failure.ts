import { CallError } from '../../platform/http/call-error.ts'

/** What the log keeps of a call that ended with a failure; nothing of one that was turned away for want of room. */
export function keptFailure(error: unknown): string | undefined {
  if (!(error instanceof CallError) || error.code === 'SERVICE_UNAVAILABLE') return undefined
  const { code: errorCode, message, errors } = error
  return JSON.stringify({ errorCode, message, errors })
}
