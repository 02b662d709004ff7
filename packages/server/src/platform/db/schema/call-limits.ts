import { integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'

/** Executions per minute of a tenant, an API key or an engine. */
export const callLimits = pgTable(
  'call_limits',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    /** At most one of the two; neither is the whole tenant. */
    keyId: uuid('key_id'),
    engineId: uuid('engine_id'),
    executionsPerMinute: integer('executions_per_minute').notNull(),
  },
  (columns) => [primaryKey({ columns: [columns.tenantId, columns.id] })],
)
