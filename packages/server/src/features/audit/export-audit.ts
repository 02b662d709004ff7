import { Readable } from 'node:stream'
import { exportAudit } from '@sheetwright/contract/audit/export-audit.ts'
import { type AuditEntry, auditAfter } from '../../platform/audit/audit.store.ts'
import { handle } from '../../platform/http/handle.ts'
import { filterByFields } from './audit-filter.store.ts'
import { csvLine } from '../../platform/csv/csv-line.ts'

const part = 1000

export const exportAuditHandler = handle(exportAudit, async ({ caller, query, services: { db } }) => {
  const filters = filterByFields(query)
  const after = (number: number) => db.inTenant(caller.tenantId, (tx) => auditAfter(tx, number, part, filters))
  // A query that cannot be answered fails before the file begins.
  const first = await after(0)
  return {
    fileName: `audit-${caller.tenantName}.csv`,
    open: () => Readable.from(lines(first, after)),
  }
})

type Entries = readonly AuditEntry[]

/** Reads in parts: a trail of years does not fit into memory at once. */
async function* lines(first: Entries, after: (number: number) => Promise<Entries>) {
  // With a byte order mark, Excel reads the file as UTF-8.
  yield `\uFEFF${csvLine(Object.keys(columns))}`
  for (let entries = first; ; ) {
    for (const entry of entries) yield csvLine(Object.values(columns).map((read) => read(entry)))
    const last = entries.at(-1)
    if (last === undefined || entries.length < part) return
    entries = await after(last.number)
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
