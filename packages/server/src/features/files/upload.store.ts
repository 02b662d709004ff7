import { type FileUpload, partBytes } from '@sheetwright/contract/files/file-upload.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import { fileUploadParts, fileUploads } from '../../platform/db/schema/file-entries.ts'

/** A chunked upload that is not finished within this time is deleted. */
const keptHours = 48

export interface StoredUpload extends FileUpload {
  readonly userId: string
  readonly folderId: string | null
  readonly path: string
}

export interface StoredPart {
  readonly part: number
  readonly hash: string
  readonly size: number
}

export async function insertUpload(
  tx: TenantTransaction,
  upload: { userId: string; folderId: string | null; path: string; name: string; size: number },
): Promise<string> {
  const id = newId()
  await tx.q.insert(fileUploads).values({ tenantId: tx.tenantId, id, ...upload })
  return id
}

/** The person's own upload; undefined for anybody else. */
export async function findUpload(tx: TenantTransaction, userId: string, id: string): Promise<StoredUpload | undefined> {
  const rows = await tx.q
    .select()
    .from(fileUploads)
    .where(isOwn(tx, userId, id))
  const [row] = rows
  if (row === undefined) return undefined
  const parts = await partsOf(tx, id)
  return {
    ...row,
    partBytes,
    parts: parts.map(({ part }) => part),
    createdAt: row.createdAt.toISOString(),
  }
}

/** Locks an upload against being finished twice; false if it is gone. */
export async function lockUpload(tx: TenantTransaction, userId: string, id: string): Promise<boolean> {
  const rows = await tx.q
    .select({ id: fileUploads.id })
    .from(fileUploads)
    .where(isOwn(tx, userId, id))
    .for('update')
  return rows.length > 0
}

export function countUploads(tx: TenantTransaction, userId: string): Promise<number> {
  return tx.q.$count(fileUploads, and(eq(fileUploads.tenantId, tx.tenantId), eq(fileUploads.userId, userId)))
}

export async function partsOf(tx: TenantTransaction, id: string): Promise<StoredPart[]> {
  const { part, hash, size } = fileUploadParts
  return tx.q
    .select({ part, hash, size })
    .from(fileUploadParts)
    .where(and(eq(fileUploadParts.tenantId, tx.tenantId), eq(fileUploadParts.uploadId, id)))
    .orderBy(asc(part))
}

export async function savePart(tx: TenantTransaction, id: string, { part, hash, size }: StoredPart): Promise<void> {
  await tx.q
    .insert(fileUploadParts)
    .values({ tenantId: tx.tenantId, uploadId: id, part, hash, size })
    .onConflictDoUpdate({
      target: [fileUploadParts.tenantId, fileUploadParts.uploadId, fileUploadParts.part],
      set: { hash, size },
    })
}

export async function removeUpload(tx: TenantTransaction, userId: string, id: string): Promise<boolean> {
  const rows = await tx.q
    .delete(fileUploads)
    .where(isOwn(tx, userId, id))
    .returning({ id: fileUploads.id })
  return rows.length > 0
}

/** Deletes unfinished uploads, and returns how many. */
export async function purgeUploads(tx: TenantTransaction): Promise<number> {
  const { rowCount } = await tx.q.execute(sql`
    DELETE FROM file_uploads
    WHERE tenant_id = ${tx.tenantId} AND created_at < now() - ${keptHours} * interval '1 hour'`)
  return rowCount ?? 0
}

function isOwn(tx: TenantTransaction, userId: string, id: string) {
  return and(eq(fileUploads.tenantId, tx.tenantId), eq(fileUploads.id, id), eq(fileUploads.userId, userId))
}
