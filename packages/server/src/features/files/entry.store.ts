import { filesRootPath, type PrivacyLevel } from '@sheetwright/contract/files/file-entry.ts'
import type { FileVersion } from '@sheetwright/contract/files/get-file.ts'
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { fileEntries, fileEntryVersions } from '../../platform/db/schema/file-entries.ts'
import { users } from '../../platform/db/schema/users.ts'

/** Name of the index that keeps names unique in a folder. */
export const entryNameIndex = 'file_entries_name'

/** How long deleted entries can be restored. */
export const keptDays = 30

/** The person who views folders and files. */
export interface EntryViewer {
  readonly userId: string
  readonly groups: readonly string[]
  readonly isSupervisor: boolean
}

/** A folder or file with its location and the viewer's rights. */
export interface StoredEntry {
  readonly id: string
  readonly parentId: string | null
  readonly kind: 'folder' | 'file'
  readonly name: string
  readonly path: string
  readonly metadata: Record<string, string>
  readonly privacyLevel: PrivacyLevel
  readonly userGroups: string[]
  readonly userIds: string[]
  readonly version: number
  readonly size: number
  readonly hash: string
  readonly createdAt: string
  readonly createdBy: string
  readonly updatedAt: string
  readonly updatedBy: string
  readonly deletedAt: string | null
  readonly deletedWith: string | null
  /** The viewer owns it or a folder above it, or is a supervisor. */
  readonly manages: boolean
}

/** The columns of `StoredEntry` from one row of `e`, without its place in the tree. */
const ownColumns = sql`e.id, e.parent_id AS "parentId", e.kind, e.name, e.metadata, e.privacy_level AS "privacyLevel",
  to_json(e.user_groups) AS "userGroups", to_json(e.user_ids) AS "userIds", e.version, e.size::float8 AS size, e.hash,
  ${moment('e.created_at')} AS "createdAt", ${moment('e.updated_at')} AS "updatedAt",
  ${moment('e.deleted_at')} AS "deletedAt", e.deleted_with AS "deletedWith",
  (SELECT u.full_name FROM users u WHERE u.tenant_id = e.tenant_id AND u.id = e.owner_id) AS "createdBy",
  (SELECT u.full_name FROM users u WHERE u.tenant_id = e.tenant_id AND u.id = e.updated_by) AS "updatedBy"`

function moment(column: string): SQL {
  return sql`to_char(${sql.raw(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** Whether the viewer sees a row of the given alias, ignoring the folders above it. */
function seenBy(viewer: EntryViewer, alias: 'e' | 'f'): SQL {
  const column = (name: string) => sql.raw(`${alias}.${name}`)
  return sql`(${column('privacy_level')} = 'Public' OR ${column('owner_id')} = ${viewer.userId}
    OR (${column('privacy_level')} = 'Restricted' AND (${viewer.isSupervisor}
      OR ${viewer.userId}::uuid = ANY (${column('user_ids')})
      OR ${column('user_groups')} && ${sql.param([...viewer.groups])}::text[])))`
}

/** The location of a row of `e`: the folders above it as a path, and whether the viewer owns one of them. */
function placeOf(viewer: EntryViewer): SQL {
  return sql`CROSS JOIN LATERAL (
    WITH RECURSIVE up(id, parent_id, name, owner_id, depth) AS (
      SELECT e.id, e.parent_id, e.name, e.owner_id, 0
      UNION ALL
      SELECT f.id, f.parent_id, f.name, f.owner_id, up.depth + 1
      FROM up JOIN file_entries f ON f.tenant_id = ${sql.raw('e.tenant_id')} AND f.id = up.parent_id
    )
    SELECT ${`${filesRootPath}/`} || string_agg(up.name, '/' ORDER BY up.depth DESC) AS path,
      (${viewer.isSupervisor} OR bool_or(up.owner_id = ${viewer.userId})) AS manages
    FROM up) AS place`
}

/** Folders whose content is hidden from the viewer, with all folders in them. */
function hiddenFolders(tx: TenantTransaction, viewer: EntryViewer): SQL {
  return sql`hidden(id) AS (
    SELECT f.id FROM file_entries f
    WHERE f.tenant_id = ${tx.tenantId} AND f.kind = 'folder' AND f.privacy_level <> 'Public' AND f.deleted_at IS NULL
      AND NOT ${seenBy(viewer, 'f')}
    UNION
    SELECT c.id FROM hidden h JOIN file_entries c
      ON c.tenant_id = ${tx.tenantId} AND c.parent_id = h.id AND c.kind = 'folder')`
}

type Row = StoredEntry & Record<string, unknown>

/** The direct children of a folder; null is the root. Folders come first. */
export async function listChildren(
  tx: TenantTransaction,
  viewer: EntryViewer,
  parentId: string | null,
  wanted: { page: number; pageSize: number; sort: string; foldersOnly: boolean },
): Promise<{ items: StoredEntry[]; count: number }> {
  const condition = sql`e.tenant_id = ${tx.tenantId} AND e.deleted_at IS NULL
    AND coalesce(e.parent_id, '00000000-0000-0000-0000-000000000000') =
      ${parentId ?? '00000000-0000-0000-0000-000000000000'}::uuid
    AND ${seenBy(viewer, 'e')} ${wanted.foldersOnly ? sql`AND e.kind = 'folder'` : sql``}`
  const page = sql`LIMIT ${wanted.pageSize} OFFSET ${(wanted.page - 1) * wanted.pageSize}`
  const { rows } = await tx.q.execute<Row>(sql`
    SELECT ${ownColumns}, place.path, place.manages
    FROM (SELECT e.* FROM file_entries e WHERE ${condition} ORDER BY ${orderBy(wanted.sort)} ${page}) AS e
    ${placeOf(viewer)} ORDER BY ${orderBy(wanted.sort)}`)
  const { rows: counted } = await tx.q.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM file_entries e WHERE ${condition}`,
  )
  return { items: rows, count: counted[0]?.count ?? 0 }
}

/** Folders and files anywhere by a part of their name or metadata, or entries that were deleted themselves. */
export async function searchEntries(
  tx: TenantTransaction,
  viewer: EntryViewer,
  wanted: {
    page: number
    pageSize: number
    sort: string
    text: string
    within: string | null
    state: 'live' | 'deleted'
  },
): Promise<{ items: StoredEntry[]; count: number }> {
  const like = `%${wanted.text.replaceAll(/[\\%_]/g, '\\$&')}%`
  const matching =
    wanted.text === ''
      ? sql``
      : sql`AND (name_key(e.name) LIKE name_key(${like}) OR EXISTS (
        SELECT FROM jsonb_each_text(e.metadata) AS fact
        WHERE name_key(fact.key) LIKE name_key(${like}) OR name_key(fact.value) LIKE name_key(${like})))`
  const state =
    wanted.state === 'live'
      ? sql`e.deleted_at IS NULL`
      : sql`e.deleted_with IS NULL AND e.deleted_at > now() - ${keptDays} * interval '1 day'`
  const inside =
    wanted.within === null
      ? sql`inside(id) AS (SELECT NULL::uuid)`
      : sql`inside(id) AS (SELECT ${wanted.within}::uuid UNION ALL
          SELECT c.id FROM inside i JOIN file_entries c
            ON c.tenant_id = ${tx.tenantId} AND c.parent_id = i.id AND c.kind = 'folder' AND c.deleted_at IS NULL)`
  const placed = wanted.within === null ? sql`` : sql`AND e.parent_id IN (SELECT id FROM inside)`
  const condition = sql`e.tenant_id = ${tx.tenantId} AND ${state} AND ${seenBy(viewer, 'e')} ${matching} ${placed}
    AND (e.parent_id IS NULL OR e.parent_id NOT IN (SELECT id FROM hidden))`
  const page = sql`LIMIT ${wanted.pageSize} OFFSET ${(wanted.page - 1) * wanted.pageSize}`
  const known = sql`WITH RECURSIVE ${hiddenFolders(tx, viewer)}, ${inside}`
  const { rows } = await tx.q.execute<Row>(sql`${known}
    SELECT ${ownColumns}, place.path, place.manages
    FROM (SELECT e.* FROM file_entries e WHERE ${condition} ORDER BY ${orderBy(wanted.sort)} ${page}) AS e
    ${placeOf(viewer)} ORDER BY ${orderBy(wanted.sort)}`)
  const { rows: counted } = await tx.q.execute<{ count: number }>(
    sql`${known} SELECT count(*)::int AS count FROM file_entries e WHERE ${condition}`,
  )
  return { items: rows, count: counted[0]?.count ?? 0 }
}

const orders: Readonly<Record<string, SQL>> = {
  name: sql`e.kind DESC, e.name COLLATE name_order, e.id`,
  '-name': sql`e.kind DESC, e.name COLLATE name_order DESC, e.id DESC`,
  size: sql`e.kind DESC, e.size, e.name COLLATE name_order, e.id`,
  '-size': sql`e.kind DESC, e.size DESC, e.name COLLATE name_order, e.id`,
  updatedAt: sql`e.kind DESC, e.updated_at, e.id`,
  '-updatedAt': sql`e.kind DESC, e.updated_at DESC, e.id DESC`,
}

function orderBy(sort: string): SQL {
  const order = orders[sort]
  if (order === undefined) throw new Error(`Entries cannot be sorted by ${sort}`)
  return order
}

/** A folder or file and the folders above it, from the top down. Empty when one of them is hidden or deleted. */
export async function chainOf(
  tx: TenantTransaction,
  viewer: EntryViewer,
  id: string,
  state: 'live' | 'deleted' = 'live',
): Promise<StoredEntry[]> {
  return visibleChain(
    await tx.q.execute<ChainRow>(sql`
      WITH RECURSIVE up(id, depth) AS (
        SELECT ${id}::uuid, 0
        UNION ALL
        SELECT e.parent_id, up.depth + 1 FROM up JOIN file_entries e ON e.tenant_id = ${tx.tenantId} AND e.id = up.id
        WHERE e.parent_id IS NOT NULL
      )
      SELECT ${ownColumns}, '' AS path, (${viewer.isSupervisor} OR e.owner_id = ${viewer.userId}) AS manages,
        ${seenBy(viewer, 'e')} AS seen
      FROM up JOIN file_entries e ON e.tenant_id = ${tx.tenantId} AND e.id = up.id
      ORDER BY up.depth DESC`),
    state,
  )
}

/** The same by names from the root of the files. Empty if there is no such entry. */
export async function chainAt(
  tx: TenantTransaction,
  viewer: EntryViewer,
  names: readonly string[],
): Promise<StoredEntry[]> {
  const steps = sql.param([...names])
  const found = await tx.q.execute<ChainRow>(sql`
    WITH RECURSIVE walk(id, depth) AS (
      SELECT e.id, 1 FROM file_entries e
      WHERE e.tenant_id = ${tx.tenantId} AND e.parent_id IS NULL AND e.deleted_at IS NULL
        AND name_key(e.name) = name_key((${steps}::text[])[1])
      UNION ALL
      SELECT e.id, walk.depth + 1 FROM walk JOIN file_entries e
        ON e.tenant_id = ${tx.tenantId} AND e.parent_id = walk.id AND e.deleted_at IS NULL
        AND name_key(e.name) = name_key((${steps}::text[])[walk.depth + 1])
      WHERE walk.depth < ${names.length}
    )
    SELECT ${ownColumns}, '' AS path, (${viewer.isSupervisor} OR e.owner_id = ${viewer.userId}) AS manages,
      ${seenBy(viewer, 'e')} AS seen
    FROM walk JOIN file_entries e ON e.tenant_id = ${tx.tenantId} AND e.id = walk.id
    ORDER BY walk.depth`)
  return found.rows.length === names.length ? visibleChain(found, 'live') : []
}

type ChainRow = Row & { readonly seen: boolean }

function visibleChain({ rows }: { rows: ChainRow[] }, state: 'live' | 'deleted'): StoredEntry[] {
  if (rows.some(({ seen }) => !seen)) return []
  const gone = rows.findIndex(({ deletedAt }) => deletedAt !== null)
  if (gone >= 0 && (state === 'live' || gone < rows.length - 1)) return []
  if (gone < 0 && state === 'deleted') return []
  let path = filesRootPath
  let manages = false
  return rows.map(({ seen: _seen, ...row }) => {
    path = `${path}/${row.name}`
    manages ||= row.manages
    return { ...row, path, manages }
  })
}

/** The live entry of a folder with this name, regardless of permissions. */
export async function findByName(
  tx: TenantTransaction,
  parentId: string | null,
  name: string,
): Promise<{ id: string; kind: 'folder' | 'file' } | undefined> {
  const rows = await tx.q
    .select({ id: fileEntries.id, kind: fileEntries.kind })
    .from(fileEntries)
    .where(
      and(isIn(tx, parentId), isNull(fileEntries.deletedAt), sql`name_key(${fileEntries.name}) = name_key(${name})`),
    )
  return rows[0]
}

/** Whether a folder is the other one or a descendant of it. */
export async function isWithin(tx: TenantTransaction, id: string, ancestor: string): Promise<boolean> {
  const { rows } = await tx.q.execute<{ within: boolean }>(sql`
    WITH RECURSIVE up(id) AS (
      SELECT ${id}::uuid UNION
      SELECT e.parent_id FROM up JOIN file_entries e ON e.tenant_id = ${tx.tenantId} AND e.id = up.id
      WHERE e.parent_id IS NOT NULL
    ) SELECT EXISTS (SELECT FROM up WHERE id = ${ancestor}::uuid) AS within`)
  return rows[0]?.within ?? false
}

/** Levels of folders in a folder, itself included. */
export async function levelsOf(tx: TenantTransaction, id: string): Promise<number> {
  const { rows } = await tx.q.execute<{ levels: number }>(sql`
    WITH RECURSIVE down(id, depth) AS (
      SELECT ${id}::uuid, 1 UNION ALL
      SELECT e.id, down.depth + 1 FROM down JOIN file_entries e
        ON e.tenant_id = ${tx.tenantId} AND e.parent_id = down.id AND e.kind = 'folder' AND e.deleted_at IS NULL
    ) SELECT max(depth)::int AS levels FROM down`)
  return rows[0]?.levels ?? 1
}

export async function hasChildren(tx: TenantTransaction, id: string): Promise<boolean> {
  const { rows } = await tx.q.execute<{ some: boolean }>(sql`
    SELECT EXISTS (SELECT FROM file_entries
      WHERE tenant_id = ${tx.tenantId} AND parent_id = ${id} AND deleted_at IS NULL) AS some`)
  return rows[0]?.some ?? false
}

/** Every version of a file, newest first. */
export async function listVersions(tx: TenantTransaction, id: string): Promise<FileVersion[]> {
  const { version, size, hash, uploadedAt, restoredFrom } = fileEntryVersions
  const rows = await tx.q
    .select({ version, size, hash, uploadedBy: users.fullName, uploadedAt, restoredFrom })
    .from(fileEntryVersions)
    .innerJoin(users, and(eq(users.tenantId, fileEntryVersions.tenantId), eq(users.id, fileEntryVersions.uploadedBy)))
    .where(and(eq(fileEntryVersions.tenantId, tx.tenantId), eq(fileEntryVersions.fileId, id)))
    .orderBy(desc(version))
  return rows.map((row) => ({ ...row, uploadedAt: row.uploadedAt.toISOString() }))
}

export async function findContent(
  tx: TenantTransaction,
  id: string,
  version: number,
): Promise<{ hash: string; size: number } | undefined> {
  const table = fileEntryVersions
  const rows = await tx.q
    .select({ hash: table.hash, size: table.size })
    .from(table)
    .where(and(eq(table.tenantId, tx.tenantId), eq(table.fileId, id), eq(table.version, version)))
  return rows[0]
}

export type LiveFile = Pick<StoredEntry, 'id' | 'name' | 'size' | 'hash' | 'updatedAt'>

/** A file that is not deleted, regardless of permissions. */
export async function findLiveFile(tx: TenantTransaction, id: string): Promise<LiveFile | undefined> {
  const { rows } = await tx.q.execute<LiveFile & Record<string, unknown>>(sql`
    SELECT e.id, e.name, e.size::float8 AS size, e.hash, ${moment('e.updated_at')} AS "updatedAt"
    FROM file_entries e
    WHERE e.tenant_id = ${tx.tenantId} AND e.id = ${id} AND e.kind = 'file' AND e.deleted_at IS NULL`)
  return rows[0]
}

/** A folder or file within another, with its path below that one. */
export type NestedEntry = Pick<
  StoredEntry,
  | 'id'
  | 'parentId'
  | 'kind'
  | 'name'
  | 'path'
  | 'hash'
  | 'size'
  | 'metadata'
  | 'privacyLevel'
  | 'userGroups'
  | 'userIds'
  | 'updatedAt'
>

/** Everything that the viewer sees in a folder at any depth, folders before their contents. */
export async function entriesWithin(tx: TenantTransaction, viewer: EntryViewer, id: string): Promise<NestedEntry[]> {
  const { rows } = await tx.q.execute<NestedEntry & Record<string, unknown>>(sql`
    WITH RECURSIVE down(id, path, depth) AS (
      SELECT e.id, e.name, 0
      FROM file_entries e WHERE e.tenant_id = ${tx.tenantId} AND e.id = ${id} AND e.deleted_at IS NULL
      UNION ALL
      SELECT e.id, down.path || '/' || e.name, down.depth + 1
      FROM down JOIN file_entries e
        ON e.tenant_id = ${tx.tenantId} AND e.parent_id = down.id AND e.deleted_at IS NULL AND ${seenBy(viewer, 'e')}
    )
    SELECT ${ownColumns}, down.path
    FROM down JOIN file_entries e ON e.tenant_id = ${tx.tenantId} AND e.id = down.id
    ORDER BY down.depth, down.path COLLATE name_order, e.id`)
  return rows
}

export function isRow(tx: TenantTransaction, id: string): SQL | undefined {
  return and(eq(fileEntries.tenantId, tx.tenantId), eq(fileEntries.id, id))
}

function isIn(tx: TenantTransaction, parentId: string | null): SQL | undefined {
  return and(
    eq(fileEntries.tenantId, tx.tenantId),
    parentId === null ? isNull(fileEntries.parentId) : eq(fileEntries.parentId, parentId),
  )
}
