import type { KnownPort } from '@sheetwright/contract/calculators/form-draft.ts'
import type { FormLayout } from '@sheetwright/contract/calculators/form-layout.ts'
import { integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const tenantId = uuid('tenant_id').notNull()
const engineId = uuid('engine_id').notNull()
const content = {
  layout: jsonb().$type<FormLayout>().notNull(),
  ports: jsonb().$type<readonly KnownPort[]>().notNull(),
}

export const formDrafts = pgTable(
  'form_drafts',
  {
    tenantId,
    engineId,
    ...content,
    edition: integer().notNull(),
    savedBy: text('saved_by').notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.engineId] })],
)

export const formVersions = pgTable(
  'form_versions',
  {
    tenantId,
    engineId,
    number: integer().notNull(),
    ...content,
    note: text().notNull(),
    publishedBy: text('published_by').notNull(),
    publishedAt: timestamp('published_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.engineId, table.number] })],
)
