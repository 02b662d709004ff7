import { randomBytes } from 'node:crypto'
import { CallError } from '../../platform/http/call-error.ts'

export function newKey(): string {
  return `sw_${randomBytes(32).toString('base64url')}`
}

/** When a key expires; null means never. */
export function expiryOf(moment: string | undefined): Date | null {
  if (moment === undefined) return null
  const expiresAt = new Date(moment)
  if (expiresAt.getTime() > Date.now()) return expiresAt
  const message = 'The end of a key must lie in the future'
  throw new CallError('INVALID_INPUT', message, [{ field: 'body.expiresAt', message, allowed: 'a later moment' }])
}
