import type { PrivacyLevel } from '@sheetwright/contract/files/file-entry.ts'
import { and, isNull, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import { fileEntries, fileEntryVersions } from '../../platform/db/schema/file-entries.ts'
import { isRow, keptDays } from './entry.store.ts'

/** Locks a folder against deletion and moves until the transaction ends; false if it is gone. */
export async function holdFolder(tx: TenantTransaction, id: string): Promise<boolean> {
  const rows = await tx.q
    .select({ id: fileEntries.id })
    .from(fileEntries)
    .where(and(isRow(tx, id), isNull(fileEntries.deletedAt)))
    .for('share')
  return rows.length > 0
}

export interface NewEntry {
  readonly parentId: string | null
  readonly name: string
  readonly metadata: Record<string, string>
  readonly privacyLevel: PrivacyLevel
  readonly userGroups: readonly string[]
  readonly userIds: readonly string[]
  readonly ownerId: string
}

interface NewContent {
  readonly hash: string
  readonly size: number
  readonly uploadedBy: string
  readonly restoredFrom?: number
}

export async function insertFolder(tx: TenantTransaction, entry: NewEntry): Promise<string> {
  const id = newId()
  await tx.q.insert(fileEntries).values({ ...rowOf(tx, entry), id, kind: 'folder' })
  return id
}

export async function insertFile(tx: TenantTransaction, entry: NewEntry, content: NewContent): Promise<string> {
  const id = newId()
  const { hash, size } = content
  await tx.q.insert(fileEntries).values({ ...rowOf(tx, entry), id, kind: 'file', version: 1, hash, size })
  await tx.q.insert(fileEntryVersions).values({ tenantId: tx.tenantId, fileId: id, version: 1, ...content })
  return id
}

/** Rows per statement. */
const rowsAtOnce = 2000

export interface NewFile {
  readonly parentId: string | null
  readonly name: string
  readonly hash: string
  readonly size: number
}

/**
 * Inserts many public files of one owner at once and returns those inserted; files whose name is taken are skipped.
 * Waits for concurrent inserts of the same name without a lock for each name, because a transaction cannot hold that
 * many locks.
 */
export async function insertFreeFiles(
  tx: TenantTransaction,
  ownerId: string,
  files: readonly NewFile[],
): Promise<ReadonlySet<number>> {
  const free = new Set<number>()
  for (let from = 0; from < files.length; from += rowsAtOnce) {
    const part = files.slice(from, from + rowsAtOnce).map((file) => ({ ...file, id: newId() }))
    const column = (name: keyof (typeof part)[number]) => sql.param(part.map((file) => file[name]))
    // Arrays instead of one parameter per value, which would take longer to serialize than the rows take to write.
    const { rows } = await tx.q.execute<{ id: string }>(sql`
      WITH added AS (
        INSERT INTO file_entries (tenant_id, id, parent_id, kind, name, owner_id, updated_by, version, size, hash)
        SELECT ${tx.tenantId}, n.id, n.parent_id, 'file', n.name, ${ownerId}, ${ownerId}, 1, n.size, n.hash
        FROM unnest(${column('id')}::uuid[], ${column('parentId')}::uuid[], ${column('name')}::text[],
          ${column('size')}::bigint[], ${column('hash')}::text[]) WITH ORDINALITY
          AS n(id, parent_id, name, size, hash, place)
        ORDER BY n.place
        ON CONFLICT DO NOTHING
        RETURNING id, hash, size
      ), first_versions AS (
        INSERT INTO file_entry_versions (tenant_id, file_id, version, hash, size, uploaded_by)
        SELECT ${tx.tenantId}, id, 1, hash, size, ${ownerId} FROM added
      )
      SELECT id FROM added`)
    const added = new Set(rows.map(({ id }) => id))
    for (const [index, { id }] of part.entries()) if (added.has(id)) free.add(from + index)
  }
  return free
}

function rowOf(tx: TenantTransaction, { userGroups, userIds, ...entry }: NewEntry) {
  return {
    tenantId: tx.tenantId,
    ...entry,
    userGroups: [...userGroups],
    userIds: [...userIds],
    updatedBy: entry.ownerId,
  }
}

/** Adds a version to a live file; undefined if it is gone. Versions of one file are added one after the other. */
export async function insertVersion(
  tx: TenantTransaction,
  id: string,
  content: NewContent,
): Promise<number | undefined> {
  const { hash, size, uploadedBy } = content
  const rows = await tx.q
    .update(fileEntries)
    .set({ version: sql`${fileEntries.version} + 1`, hash, size, updatedBy: uploadedBy, updatedAt: nextMoment })
    .where(and(isRow(tx, id), isNull(fileEntries.deletedAt)))
    .returning({ version: fileEntries.version })
  const version = rows[0]?.version
  if (version === undefined) return undefined
  await tx.q.insert(fileEntryVersions).values({ tenantId: tx.tenantId, fileId: id, version, ...content })
  return version
}

export interface EntryChanges {
  readonly name?: string | undefined
  readonly parentId?: string | null | undefined
  readonly metadata?: Record<string, string> | undefined
  readonly privacyLevel?: PrivacyLevel | undefined
  readonly userGroups?: string[] | undefined
  readonly userIds?: string[] | undefined
}

export async function updateEntry(tx: TenantTransaction, id: string, changes: EntryChanges): Promise<void> {
  await tx.q
    .update(fileEntries)
    .set({ ...changes, updatedAt: nextMoment })
    .where(isRow(tx, id))
}

/**
 * Marks a folder or file and everything in it as deleted, in one statement; returns how many, 0 if it was already gone.
 */
export async function markDeleted(tx: TenantTransaction, id: string, userId: string): Promise<number> {
  const { rowCount } = await tx.q.execute(sql`
    WITH RECURSIVE down(id) AS (
      SELECT id FROM file_entries WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND deleted_at IS NULL
      UNION ALL
      SELECT e.id FROM down JOIN file_entries e
        ON e.tenant_id = ${tx.tenantId} AND e.parent_id = down.id AND e.deleted_at IS NULL
    )
    UPDATE file_entries SET deleted_at = clock_timestamp(), deleted_by = ${userId},
      deleted_with = CASE WHEN file_entries.id = ${id} THEN NULL ELSE ${id}::uuid END
    FROM down WHERE file_entries.tenant_id = ${tx.tenantId} AND file_entries.id = down.id`)
  return rowCount ?? 0
}

/** Restores a folder or file with everything deleted together with it. */
export async function unmarkDeleted(tx: TenantTransaction, id: string, name: string): Promise<void> {
  await tx.q.execute(sql`
    UPDATE file_entries SET deleted_at = NULL, deleted_by = NULL, deleted_with = NULL,
      name = CASE WHEN id = ${id} THEN ${name} ELSE name END
    WHERE tenant_id = ${tx.tenantId} AND (id = ${id} OR deleted_with = ${id})`)
}

/** Purges entries that can no longer be restored, and returns how many. */
export async function purgeDeletedEntries(tx: TenantTransaction): Promise<number> {
  const { rowCount } = await tx.q.execute(sql`
    DELETE FROM file_entries
    WHERE tenant_id = ${tx.tenantId} AND deleted_at < now() - ${keptDays} * interval '1 day'`)
  return rowCount ?? 0
}

const nextMoment = sql`greatest(clock_timestamp(), ${fileEntries.updatedAt} + interval '1 millisecond')`
