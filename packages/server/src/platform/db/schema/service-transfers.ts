import { jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const serviceTransfers = pgTable(
  'service_transfers',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    kind: text().$type<'export' | 'import'>().notNull(),
    ownerKind: text('owner_kind').notNull(),
    ownerId: uuid('owner_id').notNull(),
    jobs: uuid().array().notNull(),
    sourceSystem: text('source_system').notNull(),
    correlationId: text('correlation_id').notNull(),
    moved: jsonb().$type<readonly MovedService[]>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

/** A service being transferred from one name to another, with its versions if known. */
export interface MovedService {
  readonly from: { readonly folder: string; readonly service: string }
  readonly to: { readonly folder: string; readonly service: string }
  readonly serviceId: string | null
  readonly versions: readonly { readonly id: string; readonly revision: string }[]
}
