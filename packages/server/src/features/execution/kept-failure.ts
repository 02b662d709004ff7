import { CallError } from '../../platform/http/call-error.ts'

/** The logged answer of a failed call; undefined for a call refused because the server was too busy. */
export function keptFailure(error: unknown): string | undefined {
  if (!(error instanceof CallError) || error.code === 'SERVICE_UNAVAILABLE') return undefined
  const { code: errorCode, message, errors } = error
  return JSON.stringify({ errorCode, message, errors })
}
