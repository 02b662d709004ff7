import { createHash, randomInt } from 'node:crypto'
import type { Database } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { countAttempt, forgiveAttempt } from '../../platform/identity/attempts.store.ts'
import type { StoredDeviceLogin } from './device-login.store.ts'

/** How long a code is valid, and how long the command line then stays signed in. */
export const codeMinutes = 10
export const keyDays = 90

/** Seconds between two polls of a command line; polls up to twice as frequent are accepted. */
export const askSeconds = 2

const letters = 'BCDFGHJKLMNPQRSTVWXZ'

export function newUserCode(): string {
  return Array.from({ length: 8 }, () => letters.charAt(randomInt(letters.length))).join('')
}

export function deviceLoginAnswer({ userCode, machine, address, createdAt, expiresAt, state }: StoredDeviceLogin) {
  return {
    code: displayedCode(userCode),
    machine,
    address,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    state,
    keyDays,
  }
}

export function displayedCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

export function unknownLogin(): CallError {
  return new CallError(
    'DEVICE_LOGIN_NOT_FOUND',
    `No command line shows this code, or it is older than ${codeMinutes} minutes`,
  )
}

/** Attempts before throttling begins: codes requested by an address, codes tried by a person. */
const free = { codes: 20, tries: 10 } as const

type Limited = { readonly kind: keyof typeof free; readonly who: string }

export async function assertNotTooOften(db: Database, limited: Limited): Promise<void> {
  const wait = await db.inSystem((tx) => countAttempt(tx, [{ key: keyOf(limited), free: free[limited.kind] }]))
  if (wait > 0) throw new CallError('TOO_MANY_REQUESTS', `Too many attempts: try again in ${wait} s`, undefined, wait)
}

/** Successful attempts do not count. */
export async function forgive(db: Database, limited: Limited): Promise<void> {
  await db.inSystem((tx) => forgiveAttempt(tx, keyOf(limited)))
}

function keyOf({ kind, who }: Limited): string {
  return createHash('sha256').update(`device ${kind} ${who}`).digest('hex')
}
