import type { DocumentFileType, ProductFileType } from '@sheetwright/contract/documents/file-types.ts'
import type { AddRule } from '@sheetwright/contract/documents/section.ts'
import { sql } from 'drizzle-orm'
import { bigint, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const productSections = pgTable(
  'product_sections',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    productId: uuid('product_id').notNull(),
    name: text().notNull(),
    position: integer().notNull(),
    fileTypes: text('file_types').array().$type<ProductFileType[]>().notNull(),
    addRule: text('add_rule').$type<AddRule>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

export const productDocuments = pgTable(
  'product_documents',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    productId: uuid('product_id').notNull(),
    sectionId: uuid('section_id'),
    sectionName: text('section_name').notNull(),
    fileName: text('file_name').notNull(),
    fileType: text('file_type').$type<DocumentFileType>().notNull(),
    metadata: jsonb().$type<Record<string, string>>().notNull().default(sql`'{}'`),
    version: integer().notNull().default(1),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    deletedAt: moment('deleted_at'),
    deletedBy: uuid('deleted_by'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

export const productDocumentVersions = pgTable(
  'product_document_versions',
  {
    tenantId: uuid('tenant_id').notNull(),
    documentId: uuid('document_id').notNull(),
    version: integer().notNull(),
    hash: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    uploadedBy: uuid('uploaded_by').notNull(),
    uploadedAt: moment('uploaded_at').notNull().defaultNow(),
    restoredFrom: integer('restored_from'),
    pdfHash: text('pdf_hash'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.documentId, table.version] })],
)

/** A person's favourite documents. */
export const productDocumentFavourites = pgTable(
  'product_document_favourites',
  {
    tenantId: uuid('tenant_id').notNull(),
    userId: uuid('user_id').notNull(),
    documentId: uuid('document_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId, table.documentId] })],
)
