import { createHash } from 'node:crypto'
import type { Database } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { countAttempt } from '../../platform/identity/attempts.store.ts'

/** Attempts before throttling begins: codes sent to an address, wrong codes tried by a visitor. */
export const free = { codes: 5, tries: 10 } as const

export function unknownVisitor(): CallError {
  return new CallError('USER_NOT_FOUND', 'The link does not know this visitor')
}

export async function assertNotTooOften(db: Database, what: string, freeOnes: number): Promise<void> {
  const key = createHash('sha256').update(`visitor ${what}`).digest('hex')
  const wait = await db.inSystem((tx) => countAttempt(tx, [{ key, free: freeOnes }]))
  if (wait > 0) throw new CallError('TOO_MANY_REQUESTS', `Too many attempts: try again in ${wait} s`, undefined, wait)
}
