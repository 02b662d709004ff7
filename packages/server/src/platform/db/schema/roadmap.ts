import { pgTable, primaryKey, smallint, uuid } from 'drizzle-orm/pg-core'

/** Progress of products, in percent; one without a row has not begun. */
export const roadmapProgress = pgTable(
  'roadmap_progress',
  {
    tenantId: uuid('tenant_id').notNull(),
    productId: uuid('product_id').notNull(),
    progress: smallint().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.productId] })],
)

/** Dependencies between products. */
export const roadmapDependencies = pgTable(
  'roadmap_dependencies',
  {
    tenantId: uuid('tenant_id').notNull(),
    productId: uuid('product_id').notNull(),
    dependsOn: uuid('depends_on').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.productId, table.dependsOn] })],
)
