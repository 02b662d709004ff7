import { and, asc, eq, gt, inArray, lt, not, sql } from 'drizzle-orm'
import { KEEP_FILES_LOCK } from '../db/advisory-locks.ts'
import type { TenantTransaction } from '../db/database.ts'
import { storedFiles } from '../db/schema/stored-files.ts'

/** Records that content is present, or present again. It cannot be collected until the transaction ends. */
export async function noteStoredFile(tx: TenantTransaction, file: { hash: string; size: number }): Promise<void> {
  await noteStoredFiles(tx, [file])
}

/** The same for many distinct hashes. Rows are always locked in the order of the hashes. */
export async function noteStoredFiles(
  tx: TenantTransaction,
  files: readonly { readonly hash: string; readonly size: number }[],
): Promise<void> {
  const hashes = sql.param(files.map(({ hash }) => hash))
  const sizes = sql.param(files.map(({ size }) => size))
  await tx.q.execute(sql`
    INSERT INTO stored_files (tenant_id, hash, size)
    SELECT ${tx.tenantId}, n.hash, n.size FROM unnest(${hashes}::text[], ${sizes}::bigint[]) AS n(hash, size)
    ORDER BY n.hash COLLATE "C"
    ON CONFLICT (tenant_id, hash) DO UPDATE SET stored_at = now()`)
}

/**
 * Content stored before the given time that no row refers to. The foreign keys tell which columns refer to content, so
 * that a new feature cannot be forgotten here.
 */
export async function unreferencedFiles(tx: TenantTransaction, before: Date, limit: number): Promise<string[]> {
  const { rows: references } = await tx.q.execute<{ table: string; column: string }>(sql`
    SELECT c.conrelid::regclass::text AS table, a.attname AS column
    FROM pg_constraint c
    JOIN unnest(c.conkey, c.confkey) AS k(own, target) ON true
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.own
    JOIN pg_attribute t ON t.attrelid = c.confrelid AND t.attnum = k.target
    WHERE c.contype = 'f' AND c.confrelid = 'stored_files'::regclass AND t.attname = 'hash'`)
  const isReferenced = references.map(
    ({ table, column }) => sql`EXISTS (
      SELECT FROM ${sql.raw(table)} r
      WHERE r.tenant_id = ${storedFiles.tenantId} AND r.${sql.identifier(column)} = ${storedFiles.hash})`,
  )
  const rows = await tx.q
    .select({ hash: storedFiles.hash })
    .from(storedFiles)
    // One condition about all of them: PostgreSQL would plan many single ones as joins, which takes it 0.1 s.
    .where(and(lt(storedFiles.storedAt, before), not(sql`(${sql.join(isReferenced, sql` OR `)})`)))
    .limit(limit)
  return rows.map((row) => row.hash)
}

/**
 * Removes the record of content, unless it was stored again or a backup is being written, which needs every content
 * that its rows refer to. The row stays locked until the transaction ends.
 */
export async function forgetStoredFile(tx: TenantTransaction, hash: string, before: Date): Promise<boolean> {
  const { rows: locks } = await tx.q.execute<{ free: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock_shared(${KEEP_FILES_LOCK}::bigint) AS free`,
  )
  if (locks[0]?.free !== true) return false
  const rows = await tx.q
    .delete(storedFiles)
    .where(and(eq(storedFiles.tenantId, tx.tenantId), eq(storedFiles.hash, hash), lt(storedFiles.storedAt, before)))
    .returning({ hash: storedFiles.hash })
  return rows.length > 0
}

/**
 * Records content that has no row yet, for the length of the transaction that will remove it; false if it has one.
 * Waits for an upload of the same content that is about to record it.
 */
export async function noteUnnotedFile(tx: TenantTransaction, file: { hash: string; size: number }): Promise<boolean> {
  const rows = await tx.q
    .insert(storedFiles)
    .values({ tenantId: tx.tenantId, ...file, storedAt: new Date(0) })
    .onConflictDoNothing()
    .returning({ hash: storedFiles.hash })
  return rows.length > 0
}

/** The recorded ones among the given hashes. */
export async function notedFiles(tx: TenantTransaction, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await tx.q
    .select({ hash: storedFiles.hash })
    .from(storedFiles)
    .where(and(eq(storedFiles.tenantId, tx.tenantId), inArray(storedFiles.hash, [...hashes])))
  return new Set(rows.map((row) => row.hash))
}

/** Hashes of the tenant's content in order, after the given one. */
export async function storedFilesAfter(tx: TenantTransaction, after: string, limit: number): Promise<string[]> {
  const rows = await tx.q
    .select({ hash: storedFiles.hash })
    .from(storedFiles)
    .where(and(eq(storedFiles.tenantId, tx.tenantId), gt(storedFiles.hash, after)))
    .orderBy(asc(storedFiles.hash))
    .limit(limit)
  return rows.map(({ hash }) => hash)
}
