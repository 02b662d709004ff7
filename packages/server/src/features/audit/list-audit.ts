import { listAudit } from '@sheetwright/contract/audit/list-audit.ts'
import { type AuditEntry, listAudit as listEntries } from '../../platform/audit/audit.store.ts'
import { handle } from '../../platform/http/handle.ts'
import { filterBy, orderBy } from './audit-filter.store.ts'

export const listAuditHandler = handle(listAudit, async ({ caller, body, services: { db } }) => {
  const { page, pageSize } = body
  const wanted = { page, pageSize, filters: filterBy(body.search), order: orderBy(body.sort) }
  const { items, count } = await db.inTenant(caller.tenantId, (tx) => listEntries(tx, wanted))
  return { items: items.map(entryAnswer), count }
})

function entryAnswer(entry: AuditEntry) {
  const { tenantId: _tenantId, previousHash: _previousHash, at, ...shown } = entry
  return { ...shown, at: at.toISOString() }
}
