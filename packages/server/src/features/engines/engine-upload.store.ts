import type { ErrorCode } from '@sheetwright/contract/error-codes.ts'
import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import { engineUploads, engineVersions } from '../../platform/db/schema/engines.ts'
import { users } from '../../platform/db/schema/users.ts'

/** How long an upload that became no version is kept for inspection. */
const keptDays = 30

/** Why an upload became no version, as its uploader sees it. */
export interface UploadFailure {
  readonly code: ErrorCode
  readonly message: string
  readonly errors: { field: string; message: string }[]
}

export type StoredUpload = typeof engineUploads.$inferSelect & { readonly uploader: string; readonly email: string }

export async function insertUpload(
  tx: TenantTransaction,
  upload: Pick<
    typeof engineUploads.$inferInsert,
    'productId' | 'serviceName' | 'uploadedBy' | 'fileName' | 'fileHash' | 'fileSize' | 'marks' | 'iteration'
  >,
): Promise<{ id: string; engineFileId: string }> {
  const ids = { id: newId(), engineFileId: newId() }
  await tx.q.insert(engineUploads).values({ tenantId: tx.tenantId, ...ids, ...upload })
  return ids
}

export async function findUpload(tx: TenantTransaction, id: string): Promise<StoredUpload | undefined> {
  return firstUpload(tx, eq(engineUploads.id, id))
}

/** The upload of a product that a background job builds. */
export async function findUploadOfJob(tx: TenantTransaction, jobId: string): Promise<StoredUpload | undefined> {
  return firstUpload(tx, eq(engineUploads.jobId, jobId))
}

async function firstUpload(tx: TenantTransaction, condition: SQL): Promise<StoredUpload | undefined> {
  const [row] = await tx.q
    .select({ upload: engineUploads, uploader: users.fullName, email: users.email })
    .from(engineUploads)
    .innerJoin(users, and(eq(users.tenantId, engineUploads.tenantId), eq(users.id, engineUploads.uploadedBy)))
    .where(and(eq(engineUploads.tenantId, tx.tenantId), condition))
  return row && { ...row.upload, uploader: row.uploader, email: row.email }
}

export async function setUploadJob(tx: TenantTransaction, id: string, jobId: string): Promise<void> {
  await tx.q.update(engineUploads).set({ jobId }).where(isRow(tx, id))
}

/** Stored results of building an upload. */
interface BuiltContents {
  readonly programHash: string | null
  readonly buildHash: string
  readonly marks: StoredUpload['marks'] | undefined
  readonly lintScore: number | null
}

export async function markBuilt(
  tx: TenantTransaction,
  id: string,
  { programHash, buildHash, marks, lintScore }: BuiltContents,
): Promise<void> {
  await tx.q
    .update(engineUploads)
    .set({ programHash, buildHash, marks: marks ?? null, lintScore, state: 'built', failure: null })
    .where(isRow(tx, id))
}

/** Stores the lint score of a workbook that was built before scores existed. */
export async function saveLintScore(tx: TenantTransaction, id: string, lintScore: number): Promise<void> {
  await tx.q.update(engineUploads).set({ lintScore }).where(isRow(tx, id))
}

export async function markFailed(tx: TenantTransaction, id: string, failure: UploadFailure): Promise<void> {
  await tx.q.update(engineUploads).set({ state: 'failed', failure }).where(isRow(tx, id))
}

/** Deletes old uploads that became no version, and returns how many; their contents are collected later. */
export async function purgeUnusedUploads(tx: TenantTransaction): Promise<number> {
  const old = lt(engineUploads.uploadedAt, sql`now() - ${keptDays} * interval '1 day'`)
  const unused = sql`NOT EXISTS (
    SELECT FROM ${engineVersions}
    WHERE ${engineVersions.tenantId} = ${engineUploads.tenantId} AND ${engineVersions.uploadId} = ${engineUploads.id})`
  const rows = await tx.q
    .delete(engineUploads)
    .where(and(eq(engineUploads.tenantId, tx.tenantId), old, unused))
    .returning({ id: engineUploads.id })
  return rows.length
}

function isRow(tx: TenantTransaction, id: string): SQL | undefined {
  return and(eq(engineUploads.tenantId, tx.tenantId), eq(engineUploads.id, id))
}
