import type { PrivacyLevel } from '@sheetwright/contract/files/file-entry.ts'
import { sql } from 'drizzle-orm'
import { bigint, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const fileEntries = pgTable(
  'file_entries',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    parentId: uuid('parent_id'),
    kind: text().$type<'folder' | 'file'>().notNull(),
    name: text().notNull(),
    metadata: jsonb().$type<Record<string, string>>().notNull().default(sql`'{}'`),
    privacyLevel: text('privacy_level').$type<PrivacyLevel>().notNull().default('Public'),
    userGroups: text('user_groups').array().notNull().default(sql`'{}'`),
    userIds: uuid('user_ids').array().notNull().default(sql`'{}'`),
    ownerId: uuid('owner_id').notNull(),
    version: integer().notNull().default(0),
    size: bigint({ mode: 'number' }).notNull().default(0),
    hash: text().notNull().default(''),
    updatedBy: uuid('updated_by').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    deletedAt: moment('deleted_at'),
    deletedBy: uuid('deleted_by'),
    deletedWith: uuid('deleted_with'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

export const fileEntryVersions = pgTable(
  'file_entry_versions',
  {
    tenantId: uuid('tenant_id').notNull(),
    fileId: uuid('file_id').notNull(),
    version: integer().notNull(),
    hash: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    uploadedBy: uuid('uploaded_by').notNull(),
    uploadedAt: moment('uploaded_at').notNull().defaultNow(),
    restoredFrom: integer('restored_from'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.fileId, table.version] })],
)

export const fileUploads = pgTable(
  'file_uploads',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    userId: uuid('user_id').notNull(),
    folderId: uuid('folder_id'),
    path: text().notNull(),
    name: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

export const fileUploadParts = pgTable(
  'file_upload_parts',
  {
    tenantId: uuid('tenant_id').notNull(),
    uploadId: uuid('upload_id').notNull(),
    part: integer().notNull(),
    hash: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.uploadId, table.part] })],
)
