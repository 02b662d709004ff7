import { createHash } from 'node:crypto'

/** The hashed parts of an entry, in this order. */
export interface HashedEntry {
  readonly tenantId: string
  readonly number: number
  readonly at: Date
  readonly actorId: string | null
  readonly actorName: string
  readonly action: string
  readonly entityType: string
  readonly entityId: string
  readonly entityName: string
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
  readonly correlationId: string
  readonly previousHash: string
}

/** The predecessor of a tenant's first entry. */
export const chainStart = ''

export function auditHash(entry: HashedEntry): string {
  const content = [
    1,
    entry.tenantId,
    entry.number,
    entry.at.toISOString(),
    entry.actorId,
    entry.actorName,
    entry.action,
    entry.entityType,
    entry.entityId,
    entry.entityName,
    inKeyOrder(entry.before),
    inKeyOrder(entry.after),
    entry.correlationId,
    entry.previousHash,
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

/** The database reorders keys; the hash must not depend on their order. */
function inKeyOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inKeyOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([key, inner]) => [key, inKeyOrder(inner)])
}
