import { categoryOf, fileTypeOf } from '@sheetwright/contract/documents/file-types.ts'
import type { DocumentVersion } from '@sheetwright/contract/documents/get-document-versions.ts'
import type { ProductDocument } from '@sheetwright/contract/documents/document.ts'
import { and, asc, desc, eq, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import {
  productDocumentFavourites,
  productDocuments,
  productDocumentVersions,
  productSections,
} from '../../platform/db/schema/documents.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { rankOn } from '../permissions/entity-rank.store.ts'
import { levelOf } from '../permissions/permission-rank.store.ts'
import { contentTypeOf } from '../../platform/files/content-types.ts'

/** Name of the index that keeps the names of live documents unique in a section. */
export const documentNameIndex = 'product_documents_name'

/** How long a deleted document can be restored. */
const keptDays = 30

const endOfKeeping = sql`now() - ${keptDays} * interval '1 day'`

/** A document as the contract shows it, with server-only fields. */
export interface StoredDocument extends ProductDocument {
  readonly productId: string
}

export interface DocumentContent {
  readonly version: number
  readonly hash: string
  readonly size: number
  readonly pdfHash: string | null
}

interface NewContent {
  readonly hash: string
  readonly size: number
  readonly uploadedBy: string
  readonly restoredFrom?: number
}

export async function insertDocument(
  tx: TenantTransaction,
  document: {
    readonly productId: string
    readonly section: { readonly id: string; readonly name: string }
    readonly fileName: string
    readonly metadata: Record<string, string>
  },
  content: NewContent,
): Promise<string> {
  const id = newId()
  const { section, ...given } = document
  await tx.q.insert(productDocuments).values({
    tenantId: tx.tenantId,
    id,
    ...given,
    sectionId: section.id,
    sectionName: section.name,
    fileType: typeOfName(document.fileName),
  })
  await tx.q.insert(productDocumentVersions).values({ tenantId: tx.tenantId, documentId: id, version: 1, ...content })
  return id
}

/** Adds a version to a locked document; it becomes the newest. */
export async function insertVersion(tx: TenantTransaction, id: string, content: NewContent): Promise<number> {
  const rows = await tx.q
    .update(productDocuments)
    .set({ version: sql`${productDocuments.version} + 1`, updatedAt: nextMoment })
    .where(isRow(tx, id))
    .returning({ version: productDocuments.version })
  const version = rows[0]?.version ?? 1
  await tx.q.insert(productDocumentVersions).values({ tenantId: tx.tenantId, documentId: id, version, ...content })
  return version
}

/** A document of a product, live or still restorable, if the caller may see it. */
export async function findDocument(
  tx: TenantTransaction,
  caller: UserIdentity,
  productId: string,
  id: string,
  state: 'live' | 'deleted' = 'live',
): Promise<StoredDocument | undefined> {
  const [found] = await selectDocuments(
    tx,
    caller,
    and(eq(productDocuments.productId, productId), eq(productDocuments.id, id), isIn(state)),
  )
  return found && storedDocument(found)
}

/** The live document of a section with this name. */
export async function findByName(
  tx: TenantTransaction,
  caller: UserIdentity,
  sectionId: string,
  fileName: string,
): Promise<StoredDocument | undefined> {
  const sameName = sql`name_key(${productDocuments.fileName}) = name_key(${fileName})`
  const [found] = await selectDocuments(
    tx,
    caller,
    and(eq(productDocuments.sectionId, sectionId), sameName, isIn('live')),
  )
  return found && storedDocument(found)
}

export interface DocumentPage {
  readonly page: number
  readonly pageSize: number
  readonly order: SQL
  readonly filters: readonly SQL[]
  readonly state: 'live' | 'deleted'
}

/** One page of a product's documents, and how many there are in all. */
export async function listDocuments(
  tx: TenantTransaction,
  caller: UserIdentity,
  productId: string,
  { page, pageSize, order, filters, state }: DocumentPage,
): Promise<{ items: StoredDocument[]; count: number }> {
  const matching = and(eq(productDocuments.productId, productId), isIn(state), ...filters)
  const items = await selectDocuments(tx, caller, matching)
    .orderBy(order, asc(sql`${productDocuments.fileName} COLLATE name_order`), desc(productDocuments.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const rows = await tx.q
    .select({ count: sql<number>`count(*)::int` })
    .from(productDocuments)
    .where(and(eq(productDocuments.tenantId, tx.tenantId), matching))
  return { items: items.map(storedDocument), count: rows[0]?.count ?? 0 }
}

/** Locks a live document until the transaction ends; false if it was deleted meanwhile. */
export async function lockDocument(tx: TenantTransaction, id: string): Promise<boolean> {
  const rows = await tx.q
    .select({ id: productDocuments.id })
    .from(productDocuments)
    .where(and(isRow(tx, id), isNull(productDocuments.deletedAt)))
    .for('update')
  return rows.length > 0
}

export async function updateDocument(
  tx: TenantTransaction,
  id: string,
  changes: { fileName?: string; metadata?: Record<string, string>; section?: { id: string; name: string } },
): Promise<void> {
  const { section, ...given } = changes
  await tx.q
    .update(productDocuments)
    .set({
      ...given,
      ...(section === undefined ? {} : { sectionId: section.id, sectionName: section.name }),
      updatedAt: nextMoment,
    })
    .where(isRow(tx, id))
}

export async function markDeleted(tx: TenantTransaction, id: string, userId: string): Promise<Date | undefined> {
  const rows = await tx.q
    .update(productDocuments)
    .set({ deletedAt: sql`clock_timestamp()`, deletedBy: userId })
    .where(and(isRow(tx, id), isNull(productDocuments.deletedAt)))
    .returning({ deletedAt: productDocuments.deletedAt })
  return rows[0]?.deletedAt ?? undefined
}

/** Deletes all documents of a section and returns their names. */
export async function markSectionDeleted(tx: TenantTransaction, sectionId: string, userId: string): Promise<string[]> {
  const rows = await tx.q
    .update(productDocuments)
    .set({ deletedAt: sql`clock_timestamp()`, deletedBy: userId })
    .where(
      and(
        eq(productDocuments.tenantId, tx.tenantId),
        eq(productDocuments.sectionId, sectionId),
        isNull(productDocuments.deletedAt),
      ),
    )
    .returning({ fileName: productDocuments.fileName })
  return rows.map(({ fileName }) => fileName)
}

export async function unmarkDeleted(
  tx: TenantTransaction,
  id: string,
  section: { readonly id: string; readonly name: string },
): Promise<void> {
  await tx.q
    .update(productDocuments)
    .set({ deletedAt: null, deletedBy: null, sectionId: section.id, sectionName: section.name, updatedAt: nextMoment })
    .where(isRow(tx, id))
}

/** Purges documents that can no longer be restored, and returns how many. */
export async function purgeDeletedDocuments(tx: TenantTransaction): Promise<number> {
  const { tenantId, deletedAt } = productDocuments
  const gone = await tx.q
    .delete(productDocuments)
    .where(and(eq(tenantId, tx.tenantId), isNotNull(deletedAt), lt(deletedAt, endOfKeeping)))
    .returning({ id: productDocuments.id })
  return gone.length
}

/** Every version, newest first. */
export async function listVersions(tx: TenantTransaction, id: string): Promise<DocumentVersion[]> {
  const rows = await tx.q
    .select({
      version: productDocumentVersions.version,
      size: productDocumentVersions.size,
      hash: productDocumentVersions.hash,
      uploadedBy: users.fullName,
      uploadedAt: productDocumentVersions.uploadedAt,
      restoredFrom: productDocumentVersions.restoredFrom,
    })
    .from(productDocumentVersions)
    .innerJoin(users, uploader)
    .where(and(eq(productDocumentVersions.tenantId, tx.tenantId), eq(productDocumentVersions.documentId, id)))
    .orderBy(desc(productDocumentVersions.version))
  return rows.map((row) => ({ ...row, uploadedAt: row.uploadedAt.toISOString() }))
}

/** The content of one version; undefined when the document has no such version. */
export async function findContent(
  tx: TenantTransaction,
  id: string,
  version: number,
): Promise<DocumentContent | undefined> {
  const { hash, size, pdfHash } = productDocumentVersions
  const rows = await tx.q
    .select({ version: productDocumentVersions.version, hash, size, pdfHash })
    .from(productDocumentVersions)
    .where(isVersion(tx, id, version))
  return rows[0]
}

/** Stores the hash of the PDF made from a version. */
export async function notePdf(tx: TenantTransaction, id: string, version: number, pdfHash: string): Promise<void> {
  await tx.q
    .update(productDocumentVersions)
    .set({ pdfHash })
    .where(isVersion(tx, id, version))
}

export async function setFavourite(
  tx: TenantTransaction,
  userId: string,
  documentId: string,
  isFavourite: boolean,
): Promise<void> {
  if (isFavourite) {
    await tx.q
      .insert(productDocumentFavourites)
      .values({ tenantId: tx.tenantId, userId, documentId })
      .onConflictDoNothing()
    return
  }
  const table = productDocumentFavourites
  await tx.q
    .delete(table)
    .where(and(eq(table.tenantId, tx.tenantId), eq(table.userId, userId), eq(table.documentId, documentId)))
}

/** True for the person's favourite documents. */
export function isFavouriteOf(userId: string): SQL<boolean> {
  return sql<boolean>`EXISTS (
    SELECT FROM ${productDocumentFavourites}
    WHERE ${productDocumentFavourites.tenantId} = ${productDocuments.tenantId}
      AND ${productDocumentFavourites.documentId} = ${productDocuments.id}
      AND ${productDocumentFavourites.userId} = ${userId})`
}

/** The type of a file name. Names are validated before. */
export function typeOfName(fileName: string) {
  const category = categoryOf(fileName)
  if (category === undefined) throw new Error(`No document can be called ${fileName}`)
  return fileTypeOf(category)
}

const nextMoment = sql`greatest(clock_timestamp(), ${productDocuments.updatedAt} + interval '1 millisecond')`

const uploader = and(
  eq(users.tenantId, productDocumentVersions.tenantId),
  eq(users.id, productDocumentVersions.uploadedBy),
)

function isIn(state: 'live' | 'deleted'): SQL {
  return state === 'live' ? isNull(productDocuments.deletedAt) : gt(productDocuments.deletedAt, endOfKeeping)
}

function isRow(tx: TenantTransaction, id: string): SQL | undefined {
  return and(eq(productDocuments.tenantId, tx.tenantId), eq(productDocuments.id, id))
}

function isVersion(tx: TenantTransaction, id: string, version: number): SQL | undefined {
  const table = productDocumentVersions
  return and(eq(table.tenantId, tx.tenantId), eq(table.documentId, id), eq(table.version, version))
}

function selectDocuments(tx: TenantTransaction, caller: UserIdentity, condition: SQL | undefined) {
  const rank = rankOn(caller, 'document', {
    id: sql`${productDocuments.id}`,
    productId: sql`${productDocuments.productId}`,
    tenantId: sql`${productDocuments.tenantId}`,
  })
  return tx.q
    .select({
      id: productDocuments.id,
      productId: productDocuments.productId,
      fileName: productDocuments.fileName,
      documentType: sql<string>`coalesce(${productSections.name}, ${productDocuments.sectionName})`,
      sectionId: productDocuments.sectionId,
      fileType: productDocuments.fileType,
      size: productDocumentVersions.size,
      hash: productDocumentVersions.hash,
      version: productDocuments.version,
      favorite: isFavouriteOf(caller.userId),
      metadata: productDocuments.metadata,
      rank,
      uploadedBy: users.fullName,
      createdAt: productDocuments.createdAt,
      updatedAt: productDocuments.updatedAt,
      deletedAt: productDocuments.deletedAt,
    })
    .from(productDocuments)
    .innerJoin(
      productDocumentVersions,
      and(
        eq(productDocumentVersions.tenantId, productDocuments.tenantId),
        eq(productDocumentVersions.documentId, productDocuments.id),
        eq(productDocumentVersions.version, productDocuments.version),
      ),
    )
    .innerJoin(users, uploader)
    .leftJoin(
      productSections,
      and(eq(productSections.tenantId, productDocuments.tenantId), eq(productSections.id, productDocuments.sectionId)),
    )
    .where(and(eq(productDocuments.tenantId, tx.tenantId), sql`${rank} IS NOT NULL`, condition))
}

type Row = Awaited<ReturnType<typeof selectDocuments>>[number]

function storedDocument({ rank, createdAt, updatedAt, deletedAt, ...row }: Row): StoredDocument {
  return {
    ...row,
    contentType: contentTypeOf(row.fileName),
    access: levelOf(rank ?? 0),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    deletedAt: deletedAt?.toISOString() ?? null,
  }
}

/** Every live document of a product, regardless of permissions, with its versions, oldest first. */
export async function wholeDocuments(tx: TenantTransaction, productId: string): Promise<WholeDocument[]> {
  const { rows } = await tx.q.execute<WholeDocument & Record<string, unknown>>(sql`
    SELECT d.id, s.name AS section, d.file_name AS "fileName", d.metadata,
      (SELECT json_agg(json_build_object('hash', v.hash, 'size', v.size) ORDER BY v.version)
        FROM ${productDocumentVersions} AS v
        WHERE v.tenant_id = d.tenant_id AND v.document_id = d.id) AS versions
    FROM ${productDocuments} AS d
    JOIN ${productSections} AS s
      ON s.tenant_id = d.tenant_id AND s.product_id = d.product_id AND s.id = d.section_id
    WHERE d.tenant_id = ${tx.tenantId} AND d.product_id = ${productId} AND d.deleted_at IS NULL
    ORDER BY s.position, d.file_name COLLATE name_order, d.id`)
  return rows
}

/** A document with all its versions, as exported and imported. */
export interface WholeDocument {
  readonly id: string
  readonly section: string
  readonly fileName: string
  readonly metadata: Record<string, string>
  readonly versions: readonly { readonly hash: string; readonly size: number }[]
}
