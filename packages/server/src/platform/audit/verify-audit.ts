import type { Database } from '../db/database.ts'
import { auditHash, chainStart } from './audit-hash.ts'
import { auditAfter } from './audit.store.ts'

export type AuditVerdict =
  | { readonly kind: 'whole'; readonly entries: number; readonly head: string }
  | { readonly kind: 'broken'; readonly number: number; readonly reason: string }

const part = 1000

/**
 * Recomputes the whole chain of a tenant. Finds any changed, removed or inserted entry; finds a cut-off end with a head
 * noted earlier (`number:hash`, as logged every day).
 */
export async function verifyAudit(db: Database, tenantId: string, noted?: string): Promise<AuditVerdict> {
  let [number, hash] = [0, chainStart]
  const [notedNumber, notedHash] = noted?.split(':') ?? []
  let seen = noted === undefined
  for (;;) {
    const from = number
    const entries = await db.inTenant(tenantId, (tx) => auditAfter(tx, from, part))
    for (const entry of entries) {
      number += 1
      if (entry.number !== number) return { kind: 'broken', number, reason: 'an entry is missing' }
      if (entry.previousHash !== hash) return { kind: 'broken', number, reason: 'it does not follow the one before it' }
      if (auditHash(entry) !== entry.hash) return { kind: 'broken', number, reason: 'its content was changed' }
      hash = entry.hash
      if (String(number) === notedNumber) {
        if (hash !== notedHash) return { kind: 'broken', number, reason: 'it is not the one that was noted' }
        seen = true
      }
    }
    if (entries.length < part) break
  }
  if (!seen) return { kind: 'broken', number: Number(notedNumber), reason: 'the end of the trail was cut off' }
  return { kind: 'whole', entries: number, head: hash }
}
