import { createHash } from 'node:crypto'
import type { Database } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { networkOf } from '../../platform/http/network-of.ts'
import { countAttempt, forgiveAttempt } from '../../platform/identity/attempts.store.ts'

/**
 * Attempts before throttling begins: codes mailed to one person, codes tried for one visitor. Anybody can name any
 * number of persons, so both are also counted by the network they come from, which an office may share.
 */
const free = {
  codes: { person: 5, network: 100 },
  tries: { person: 10, network: 30 },
} as const

interface Attempt {
  readonly kind: keyof typeof free
  readonly tenantId: string
  /** The person's mail address or id. */
  readonly person: string
  /** IP address of the client. */
  readonly address: string
}

export function unknownVisitor(): CallError {
  return new CallError('USER_NOT_FOUND', 'The link does not know this visitor')
}

export async function assertNotTooOften(db: Database, attempt: Attempt): Promise<void> {
  const { person, network } = keysOf(attempt)
  const limits = [
    { key: person, free: free[attempt.kind].person },
    { key: network, free: free[attempt.kind].network },
  ]
  const wait = await db.inSystem((tx) => countAttempt(tx, limits))
  if (wait > 0) throw new CallError('TOO_MANY_REQUESTS', `Too many attempts: try again in ${wait} s`, undefined, wait)
}

/** Successful attempts do not count. */
export async function forgive(db: Database, attempt: Attempt): Promise<void> {
  const { person, network } = keysOf(attempt)
  await db.inSystem((tx) => forgiveAttempt(tx, person, network))
}

function keysOf({ kind, tenantId, person, address }: Attempt) {
  const key = (...parts: readonly string[]) =>
    createHash('sha256')
      .update(JSON.stringify(['visitor', kind, tenantId, ...parts]))
      .digest('hex')
  return { person: key('person', person.toLowerCase()), network: key('network', networkOf(address)) }
}
