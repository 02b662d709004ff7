import type { ForeignApproval, ForeignProof } from '@sheetwright/contract/engines/promotion.ts'
import { jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Data transferred with a version from another installation. */
export const promotedVersions = pgTable(
  'promoted_versions',
  {
    tenantId: uuid('tenant_id').notNull(),
    versionId: uuid('version_id').notNull(),
    revision: text().notNull(),
    exportedAt: timestamp('exported_at', { withTimezone: true, precision: 3 }).notNull(),
    proof: jsonb().$type<ForeignProof>(),
    approvals: jsonb().$type<readonly ForeignApproval[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.versionId] })],
)
