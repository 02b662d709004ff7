import { partsOf } from '@sheetwright/contract/engines/revision.ts'
import { isId } from '@sheetwright/contract/names.ts'
import type {
  MasterReferenceVersion,
  ReferenceColumn,
  ReferenceRange,
} from '@sheetwright/contract/master-references/master-reference.ts'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import {
  masterReferenceRanges,
  masterReferences,
  masterReferenceVersions,
} from '../../platform/db/schema/master-references.ts'

/** How long a deleted document is kept before it is purged. */
const keptDays = 30

/** A document with the version in effect, else the newest. */
export interface StoredDocument {
  readonly id: string
  readonly serviceName: string
  readonly owner: string
  readonly ownerId: string
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly shownVersionId: string
  readonly latestVersionId: string
}

export interface StoredMasterVersion extends MasterReferenceVersion {
  readonly documentId: string
}

function isLive(tx: TenantTransaction): SQL | undefined {
  return and(eq(masterReferences.tenantId, tx.tenantId), isNull(masterReferences.deletedAt))
}

const latestVersion = sql<string>`(
  SELECT v.id FROM master_reference_versions AS v
  WHERE v.tenant_id = master_references.tenant_id AND v.document_id = master_references.id
  ORDER BY v.major DESC, v.minor DESC, v.patch DESC LIMIT 1)`

function selectDocuments(tx: TenantTransaction, condition: SQL | undefined) {
  return tx.q
    .select({
      id: masterReferences.id,
      serviceName: masterReferences.serviceName,
      ownerId: masterReferences.ownerId,
      owner: sql<string>`(SELECT u.full_name FROM users AS u WHERE u.tenant_id = master_references.tenant_id AND u.id = master_references.owner_id)`,
      createdAt: masterReferences.createdAt,
      updatedAt: masterReferences.updatedAt,
      shownVersionId: sql<string>`coalesce(master_version_in_effect(master_references.tenant_id, master_references.id), ${latestVersion})`,
      latestVersionId: latestVersion,
      count: sql<number>`count(*) OVER ()::int`,
    })
    .from(masterReferences)
    .where(and(isLive(tx), condition))
}

/** The live document with this id, else with this service name. */
export async function findDocument(tx: TenantTransaction, address: string): Promise<StoredDocument | undefined> {
  const named = sql`name_key(${masterReferences.serviceName}) = name_key(${address})`
  const [row] = await selectDocuments(tx, isId(address) ? eq(masterReferences.id, address) : named)
  return row
}

interface DocumentsAsked {
  readonly page: number
  readonly pageSize: number
  readonly sort: 'serviceName' | '-serviceName' | 'updated' | '-updated' | 'created' | '-created'
  readonly search: readonly { readonly field: 'serviceName_co' | 'range_co' | 'needsSync'; readonly value: unknown }[]
}

export async function listDocuments(
  tx: TenantTransaction,
  { page, pageSize, sort, search }: DocumentsAsked,
): Promise<{ items: StoredDocument[]; count: number }> {
  const direction = sql.raw(sort.startsWith('-') ? 'DESC' : 'ASC')
  const columns = {
    serviceName: sql`${masterReferences.serviceName} COLLATE name_order`,
    updated: masterReferences.updatedAt,
    created: masterReferences.createdAt,
  }
  const order = sql`${columns[sort.replace('-', '') as keyof typeof columns]} ${direction}`
  const rows = await selectDocuments(tx, and(...search.map(filterOf)))
    .orderBy(order, masterReferences.id)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { items: rows, count: rows[0]?.count ?? 0 }
}

function filterOf({ field, value }: DocumentsAsked['search'][number]): SQL {
  const text = sql`name_key(${`%${String(value).replace(/[\\%_]/g, '\\$&')}%`})`
  if (field === 'serviceName_co') return sql`name_key(${masterReferences.serviceName}) LIKE ${text}`
  if (field === 'range_co') {
    return sql`EXISTS (
      SELECT FROM master_reference_versions AS v
      JOIN master_reference_ranges AS r ON r.tenant_id = v.tenant_id AND r.version_id = v.id
      WHERE v.tenant_id = master_references.tenant_id AND v.document_id = master_references.id
        AND name_key(r.name) LIKE ${text})`
  }
  const needs = sql`EXISTS (
    SELECT FROM engine_references AS b JOIN engine_versions AS ev ON ev.tenant_id = b.tenant_id AND ev.upload_id = b.upload_id
    WHERE b.tenant_id = master_references.tenant_id AND b.document_id = master_references.id AND ev.state = 'Active'
      AND reference_update_required(b.tenant_id, b.upload_id))`
  return value === true || value === 'true' ? needs : sql`NOT ${needs}`
}

export async function insertDocument(
  tx: TenantTransaction,
  { serviceName, ownerId }: { readonly serviceName: string; readonly ownerId: string },
): Promise<string> {
  const id = newId()
  await tx.q.insert(masterReferences).values({ tenantId: tx.tenantId, id, serviceName, ownerId })
  return id
}

/** Serializes changes to one document, or to the documents of one name. */
export async function lockDocument(tx: TenantTransaction, name: string): Promise<void> {
  await tx.q.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('master:' || ${tx.tenantId} || name_key(${name}), 0))`,
  )
}

export async function touchDocument(tx: TenantTransaction, id: string): Promise<void> {
  await tx.q
    .update(masterReferences)
    .set({ updatedAt: sql`clock_timestamp()` })
    .where(and(isLive(tx), eq(masterReferences.id, id)))
}

export async function markDocumentDeleted(tx: TenantTransaction, id: string): Promise<void> {
  await tx.q
    .update(masterReferences)
    .set({ deletedAt: sql`clock_timestamp()` })
    .where(and(isLive(tx), eq(masterReferences.id, id)))
}

/** Purges documents deleted long ago that no upload refers to, and tables that are then unreferenced. */
export async function purgeDeletedDocuments(tx: TenantTransaction): Promise<number> {
  const { rows } = await tx.q.execute(sql`
    DELETE FROM master_references AS d
    WHERE d.tenant_id = ${tx.tenantId} AND d.deleted_at < now() - ${keptDays} * interval '1 day'
      AND NOT EXISTS (SELECT FROM engine_references AS b WHERE b.tenant_id = d.tenant_id AND b.document_id = d.id)
    RETURNING d.id`)
  if (rows.length === 0) return 0
  await tx.q.execute(sql`
    DELETE FROM reference_tables AS t
    WHERE t.tenant_id = ${tx.tenantId}
      AND NOT EXISTS (SELECT FROM master_reference_ranges AS r WHERE r.tenant_id = t.tenant_id AND r.table_hash = t.hash)
      AND NOT EXISTS (SELECT FROM engine_references AS b WHERE b.tenant_id = t.tenant_id AND b.table_hash = t.hash)`)
  return rows.length
}

export interface NewMasterVersion {
  readonly documentId: string
  readonly revision: string
  readonly releaseNote: string
  readonly effectiveStart: Date
  readonly effectiveEnd: Date
  readonly fileName: string
  readonly fileHash: string
  readonly fileSize: number
  readonly createdBy: string
}

export async function insertMasterVersion(
  tx: TenantTransaction,
  { revision, ...version }: NewMasterVersion,
  ranges: readonly NewRange[],
): Promise<string> {
  const id = newId()
  const [major, minor, patch] = partsOf(revision) ?? [1, 0, 0]
  await tx.q.insert(masterReferenceVersions).values({ tenantId: tx.tenantId, id, ...version, major, minor, patch })
  await tx.q
    .insert(masterReferenceRanges)
    .values(ranges.map((range, position) => ({ tenantId: tx.tenantId, versionId: id, position, ...range })))
  return id
}

export interface NewRange {
  readonly name: string
  readonly cell: string
  readonly columns: readonly ReferenceColumn[]
  readonly hasFormulas: boolean
  readonly tableHash: string
}

interface MasterVersionChanges {
  readonly state?: 'Active'
  readonly releaseNote?: string
  readonly effectiveStart?: Date
  readonly effectiveEnd?: Date
  readonly publishedBy?: string
}

export async function updateMasterVersion(
  tx: TenantTransaction,
  id: string,
  { publishedBy, ...changes }: MasterVersionChanges,
): Promise<void> {
  await tx.q
    .update(masterReferenceVersions)
    .set({ ...changes, ...(publishedBy === undefined ? {} : { publishedBy, publishedAt: sql`now()` }) })
    .where(and(eq(masterReferenceVersions.tenantId, tx.tenantId), eq(masterReferenceVersions.id, id)))
}

interface VersionRow extends Record<string, unknown> {
  readonly id: string
  readonly documentId: string
  readonly revision: string
  readonly state: 'Draft' | 'Active'
  readonly isInEffect: boolean
  readonly releaseNote: string
  readonly effectiveStart: string
  readonly effectiveEnd: string
  readonly fileName: string
  readonly fileSize: string
  readonly fileHash: string
  readonly createdAt: string
  readonly createdBy: string
  readonly publishedAt: string | null
  readonly publishedBy: string | null
  readonly ranges: ReferenceRange[]
  readonly count: number
}

async function selectVersions(
  tx: TenantTransaction,
  condition: SQL,
  limits: SQL = sql``,
): Promise<{ items: StoredMasterVersion[]; count: number }> {
  const { rows } = await tx.q.execute<VersionRow>(sql`
    SELECT v.id, v.document_id AS "documentId", v.major || '.' || v.minor || '.' || v.patch AS revision, v.state,
      coalesce(v.id = master_version_in_effect(v.tenant_id, v.document_id), false) AS "isInEffect",
      v.release_note AS "releaseNote", v.effective_start AS "effectiveStart", v.effective_end AS "effectiveEnd",
      v.file_name AS "fileName", v.file_size AS "fileSize", v.file_hash AS "fileHash",
      v.created_at AS "createdAt", c.full_name AS "createdBy", v.published_at AS "publishedAt", p.full_name AS "publishedBy",
      (SELECT coalesce(jsonb_agg(jsonb_build_object('name', r.name, 'cell', r.cell, 'columns', r.columns,
          'rowCount', t.row_count, 'blankCells', t.blank_cells, 'hasFormulas', r.has_formulas, 'tableHash', r.table_hash)
          ORDER BY r.position), '[]')
        FROM master_reference_ranges AS r JOIN reference_tables AS t ON t.tenant_id = r.tenant_id AND t.hash = r.table_hash
        WHERE r.tenant_id = v.tenant_id AND r.version_id = v.id) AS ranges,
      count(*) OVER ()::int AS count
    FROM master_reference_versions AS v
    JOIN users AS c ON c.tenant_id = v.tenant_id AND c.id = v.created_by
    LEFT JOIN users AS p ON p.tenant_id = v.tenant_id AND p.id = v.published_by
    WHERE v.tenant_id = ${tx.tenantId} AND ${condition}
    ORDER BY v.major DESC, v.minor DESC, v.patch DESC ${limits}`)
  return { items: rows.map(storedVersion), count: rows[0]?.count ?? 0 }
}

function storedVersion(row: VersionRow): StoredMasterVersion {
  const moment = (value: string) => new Date(value).toISOString()
  return {
    id: row.id,
    documentId: row.documentId,
    revision: row.revision,
    state: row.state,
    isInEffect: row.isInEffect,
    releaseNote: row.releaseNote,
    effectiveStartDate: moment(row.effectiveStart),
    effectiveEndDate: moment(row.effectiveEnd),
    originalFileName: row.fileName,
    fileSize: Number(row.fileSize),
    fileHash: row.fileHash,
    createdDate: moment(row.createdAt),
    createdBy: row.createdBy,
    publishedDate: row.publishedAt === null ? null : moment(row.publishedAt),
    publishedBy: row.publishedBy,
    referenceRanges: row.ranges,
  }
}

export function listMasterVersions(
  tx: TenantTransaction,
  documentId: string,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ items: StoredMasterVersion[]; count: number }> {
  return selectVersions(tx, sql`v.document_id = ${documentId}`, sql`LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`)
}

/** The version of a document with this id or this revision. */
export async function findMasterVersion(
  tx: TenantTransaction,
  documentId: string,
  idOrRevision: string,
): Promise<StoredMasterVersion | undefined> {
  const parts = partsOf(idOrRevision)
  if (parts === undefined && !isId(idOrRevision)) return undefined
  const named =
    parts === undefined
      ? sql`v.id = ${idOrRevision}`
      : sql`v.major = ${parts[0]} AND v.minor = ${parts[1]} AND v.patch = ${parts[2]}`
  const { items } = await selectVersions(tx, sql`v.document_id = ${documentId} AND ${named}`)
  return items[0]
}

/** Versions by id, of any document. */
export async function masterVersionsById(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredMasterVersion>> {
  const { items } = await selectVersions(tx, sql`v.id = ANY(${sql.param([...ids])}::uuid[])`)
  return new Map(items.map((version) => [version.id, version]))
}

export interface RangeCandidate {
  readonly documentId: string
  readonly serviceName: string
  readonly versionId: string
  readonly name: string
  readonly columns: readonly ReferenceColumn[]
  readonly tableHash: string
}

/** Every range that a live document has in effect. */
export async function publishedRanges(tx: TenantTransaction): Promise<RangeCandidate[]> {
  const { rows } = await tx.q.execute<RangeCandidate & Record<string, unknown>>(sql`
    SELECT d.id AS "documentId", d.service_name AS "serviceName", r.version_id AS "versionId", r.name, r.columns,
      r.table_hash AS "tableHash"
    FROM master_references AS d
    JOIN master_reference_ranges AS r ON r.tenant_id = d.tenant_id
      AND r.version_id = master_version_in_effect(d.tenant_id, d.id)
    WHERE d.tenant_id = ${tx.tenantId} AND d.deleted_at IS NULL
    ORDER BY d.service_name COLLATE name_order, r.position`)
  return rows
}
