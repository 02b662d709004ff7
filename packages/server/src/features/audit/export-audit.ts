import { Readable } from 'node:stream'
import type { QueryOf } from '@sheetwright/contract/call.ts'
import { exportAudit } from '@sheetwright/contract/audit/export-audit.ts'
import { type AuditEntry, auditAfter } from '../../platform/audit/audit.store.ts'
import type { Database } from '../../platform/db/database.ts'
import { handle } from '../../platform/http/handle.ts'
import { filterByFields } from './audit-filter.store.ts'
import { csvLine } from '../../platform/csv/csv-line.ts'

const part = 1000

export const exportAuditHandler = handle(exportAudit, ({ caller, query, services: { db } }) => ({
  fileName: `audit-${caller.tenantName}.csv`,
  open: () => Readable.from(lines(db, caller.tenantId, query)),
}))

/** Reads in parts: a trail of years does not fit into memory at once. */
async function* lines(db: Database, tenantId: string, query: QueryOf<typeof exportAudit>) {
  const filters = filterByFields(query)
  // With a byte order mark, Excel reads the file as UTF-8.
  yield `\uFEFF${csvLine(Object.keys(columns))}`
  for (let number = 0; ; ) {
    const after = number
    const entries = await db.inTenant(tenantId, (tx) => auditAfter(tx, after, part, filters))
    for (const entry of entries) yield csvLine(Object.values(columns).map((read) => read(entry)))
    const last = entries.at(-1)
    if (last === undefined || entries.length < part) return
    number = last.number
  }
}

const columns: Record<string, (entry: AuditEntry) => string> = {
  number: ({ number }) => String(number),
  at: ({ at }) => at.toISOString(),
  actor: ({ actorName }) => actorName,
  action: ({ action }) => action,
  entityType: ({ entityType }) => entityType,
  entityId: ({ entityId }) => entityId,
  entityName: ({ entityName }) => entityName,
  before: ({ before }) => (before === null ? '' : JSON.stringify(before)),
  after: ({ after }) => (after === null ? '' : JSON.stringify(after)),
  correlationId: ({ correlationId }) => correlationId,
  hash: ({ hash }) => hash,
}
