import type { DateRelation } from '@sheetwright/contract/master-references/date-relation.ts'
import { relationOf } from '@sheetwright/contract/master-references/date-relation.ts'
import { cellName, parseRange } from '@sheetwright/compiler/model.ts'
import {
  type ComparedReference,
  type EngineReference,
  type ReferenceDifference,
  type ReferenceFlag,
  shownDifferences,
} from '@sheetwright/contract/master-references/engine-reference.ts'
import type { ReferenceColumn } from '@sheetwright/contract/master-references/master-reference.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { engineReferences } from '../../platform/db/schema/master-references.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import { rankOn } from '../permissions/entity-rank.store.ts'
import { differingRows } from './reference-table.store.ts'
import { wireValue } from './tables/stored-cells.ts'

export interface NewEngineReference {
  readonly name: string
  readonly cell: string
  readonly columns: readonly ReferenceColumn[]
  readonly tableHash: string
  readonly documentId: string
  readonly versionId: string
}

/** Stores the bindings of an upload's ranges; a job that runs again finds them stored. */
export async function insertEngineReferences(
  tx: TenantTransaction,
  uploadId: string,
  references: readonly NewEngineReference[],
): Promise<void> {
  if (references.length === 0) return
  await tx.q
    .insert(engineReferences)
    .values(references.map((one, position) => ({ tenantId: tx.tenantId, uploadId, position, ...one })))
    .onConflictDoNothing()
}

/** Gives an upload the bindings of the newest other upload of the same workbook. */
export async function copyEngineReferences(tx: TenantTransaction, to: string): Promise<void> {
  await tx.q.execute(sql`
    INSERT INTO engine_references (tenant_id, upload_id, name, position, cell, columns, table_hash, document_id, version_id)
    SELECT tenant_id, ${to}, name, position, cell, columns, table_hash, document_id, version_id
    FROM engine_references WHERE tenant_id = ${tx.tenantId} AND upload_id = (
      SELECT other.id FROM engine_uploads AS own
      JOIN engine_uploads AS other ON other.tenant_id = own.tenant_id AND other.file_hash = own.file_hash AND other.id <> own.id
      WHERE own.tenant_id = ${tx.tenantId} AND own.id = ${to}
        AND EXISTS (SELECT FROM engine_references AS b WHERE b.tenant_id = other.tenant_id AND b.upload_id = other.id)
      ORDER BY other.uploaded_at DESC LIMIT 1)
    ON CONFLICT DO NOTHING`)
}

interface ReferenceRow extends Record<string, unknown> {
  readonly name: string
  readonly cell: string
  readonly columns: ReferenceColumn[]
  readonly tableHash: string
  readonly documentId: string
  readonly serviceName: string
  readonly isDeleted: boolean
  readonly boundRevision: string
  readonly masterVersionId: string | null
  readonly masterRevision: string | null
  readonly masterStart: string | null
  readonly masterEnd: string | null
  readonly masterHash: string | null
  readonly blankCells: number | null
}

export interface StoredEngineReference extends EngineReference {
  readonly tableHash: string
  readonly masterHash: string | null
}

interface EngineDates {
  readonly effectiveStartDate: string
  readonly effectiveEndDate: string
}

/** The tables that an upload copied, compared with those that their masters have in effect. */
export async function listEngineReferences(
  tx: TenantTransaction,
  uploadId: string,
  dates: EngineDates,
): Promise<StoredEngineReference[]> {
  const { rows } = await tx.q.execute<ReferenceRow>(sql`
    SELECT b.name, b.cell, b.columns, b.table_hash AS "tableHash", b.document_id AS "documentId",
      d.service_name AS "serviceName", d.deleted_at IS NOT NULL AS "isDeleted",
      bound.major || '.' || bound.minor || '.' || bound.patch AS "boundRevision",
      m.id AS "masterVersionId", m.major || '.' || m.minor || '.' || m.patch AS "masterRevision",
      m.effective_start AS "masterStart", m.effective_end AS "masterEnd",
      r.table_hash AS "masterHash", t.blank_cells AS "blankCells"
    FROM engine_references AS b
    JOIN master_references AS d ON d.tenant_id = b.tenant_id AND d.id = b.document_id
    JOIN master_reference_versions AS bound ON bound.tenant_id = b.tenant_id AND bound.id = b.version_id
    LEFT JOIN master_reference_versions AS m ON m.tenant_id = b.tenant_id
      AND m.id = master_version_in_effect(b.tenant_id, b.document_id) AND d.deleted_at IS NULL
    LEFT JOIN master_reference_ranges AS r ON r.tenant_id = b.tenant_id AND r.version_id = m.id
      AND name_key(r.name) = name_key(b.name)
    LEFT JOIN reference_tables AS t ON t.tenant_id = b.tenant_id AND t.hash = r.table_hash
    WHERE b.tenant_id = ${tx.tenantId} AND b.upload_id = ${uploadId}
    ORDER BY b.position`)
  const references: StoredEngineReference[] = []
  for (const row of rows) references.push(await storedReference(tx, row, dates))
  return references
}

async function storedReference(
  tx: TenantTransaction,
  row: ReferenceRow,
  dates: EngineDates,
): Promise<StoredEngineReference> {
  const { masterHash, tableHash, isDeleted, masterStart, masterEnd, blankCells, ...rest } = row
  const isMatch = masterHash === null || masterHash === tableHash
  const moment = (value: string | null) => (value === null ? null : new Date(value).toISOString())
  const [start, end] = [moment(masterStart), moment(masterEnd)]
  const relation: DateRelation | null =
    start === null || end === null ? null : relationOf(dates, { effectiveStartDate: start, effectiveEndDate: end })
  const now = new Date().toISOString()
  const flags: ReferenceFlag[] = [
    ...(isDeleted ? (['MASTER_DELETED'] as const) : []),
    ...(!isDeleted && row.masterVersionId === null ? (['MASTER_INACTIVE'] as const) : []),
    ...(start !== null && end !== null && (now < start || now > end) ? (['OUTSIDE_EFFECTIVE_DATES'] as const) : []),
    ...(row.masterVersionId !== null && masterHash === null ? (['RANGE_GONE'] as const) : []),
    ...(blankCells !== null && blankCells > 0 ? (['VALUES_MISSING'] as const) : []),
  ]
  return {
    name: rest.name,
    cell: rest.cell,
    headings: rest.columns.map(({ heading }) => heading),
    columns: rest.columns,
    documentId: rest.documentId,
    serviceName: rest.serviceName,
    boundRevision: rest.boundRevision,
    masterVersionId: rest.masterVersionId,
    masterRevision: rest.masterRevision,
    masterEffectiveStartDate: start,
    masterEffectiveEndDate: end,
    comparison: isMatch ? 'MATCH' : 'MISMATCH',
    differingRows: isMatch ? 0 : (await differingRows(tx, { left: tableHash, right: masterHash }, 1)).count,
    referenceUpdateRequired: !isMatch,
    dateRelation: relation,
    flags,
    tableHash,
    masterHash,
  }
}

/** A reference without server-only fields. */
export function shownReference({
  tableHash: _own,
  masterHash: _master,
  ...reference
}: StoredEngineReference): EngineReference {
  return reference
}

/** The cells of a copy that differ from its master, up to the shown limit. */
export async function referenceDifferences(
  tx: TenantTransaction,
  { tableHash, masterHash, columns, cell }: StoredEngineReference,
): Promise<ReferenceDifference[]> {
  if (masterHash === null || masterHash === tableHash) return []
  const [, sheet = '', area = ''] = /^(.*)!([^!]*)$/.exec(cell) ?? []
  const range = parseRange(area)
  const { rows } = await differingRows(tx, { left: tableHash, right: masterHash }, shownDifferences)
  const found = rows.flatMap(({ position, left, right }) =>
    columns.flatMap((column, i) => {
      const [engine, master] = [wireValue(left?.[i], column), wireValue(right?.[i], column)]
      if (engine === master) return []
      const at = range ? cellName(range.top + position, range.left + i) : ''
      return [{ cell: `${sheet}!${at}`, row: position, heading: column.heading, engine, master }]
    }),
  )
  return found.slice(0, shownDifferences)
}

/** The tables that an upload copied, with the differing cells. */
export async function compareReferences(
  tx: TenantTransaction,
  uploadId: string,
  dates: EngineDates,
): Promise<ComparedReference[]> {
  const compared: ComparedReference[] = []
  for (const reference of await listEngineReferences(tx, uploadId, dates)) {
    compared.push({ ...shownReference(reference), differences: await referenceDifferences(tx, reference) })
  }
  return compared
}

/** True if a table of an upload differs from the one that its master has in effect. */
export function isUpdateRequired(uploadId: SQL, tenantId: SQL): SQL<boolean> {
  return sql<boolean>`reference_update_required(${tenantId}, ${uploadId})`
}

/** An engine that copies tables of a document, by the running version, else the newest. */
export interface DownStreamEngine {
  readonly engineId: string
  readonly serviceName: string
  readonly productId: string
  readonly productName: string
  readonly rank: number | null
  readonly versionId: string
  readonly revision: string
  readonly state: 'Draft' | 'Active' | 'Inactive' | 'Archived'
  readonly uploadId: string
  readonly effectiveStartDate: string
  readonly effectiveEndDate: string
  readonly ranges: readonly string[]
  readonly referenceUpdateRequired: boolean
  /** A newer version, usually a draft, whose tables are those in effect. */
  readonly syncedRevision: string | null
}

interface DownStreamRow extends Omit<DownStreamEngine, 'ranges'>, Record<string, unknown> {
  readonly ranges: string[]
}

/** The live engines downstream of some documents; `rank` is null for those that the caller may not see. */
export async function downStreamEngines(
  tx: TenantTransaction,
  caller: CallerIdentity | undefined,
  documentIds: readonly string[],
): Promise<(DownStreamEngine & { documentId: string })[]> {
  if (documentIds.length === 0) return []
  const rank =
    caller === undefined
      ? sql`100`
      : rankOn(caller, 'engine', { id: sql`e.id`, productId: sql`e.product_id`, tenantId: sql`e.tenant_id` })
  const { rows } = await tx.q.execute<DownStreamRow & { documentId: string }>(sql`
    SELECT b.document_id AS "documentId", e.id AS "engineId", e.service_name AS "serviceName", p.id AS "productId",
      p.name AS "productName", ${rank} AS rank, v.id AS "versionId",
      v.major || '.' || v.minor || '.' || v.patch AS revision, v.state, v.upload_id AS "uploadId",
      v.effective_start AS "effectiveStartDate", v.effective_end AS "effectiveEndDate",
      array_agg(b.name ORDER BY b.position) AS ranges,
      reference_update_required(e.tenant_id, v.upload_id) AS "referenceUpdateRequired",
      (SELECT n.major || '.' || n.minor || '.' || n.patch FROM engine_versions AS n
        WHERE n.tenant_id = e.tenant_id AND n.engine_id = e.id AND n.state <> 'Archived'
          AND (n.major, n.minor, n.patch) > (v.major, v.minor, v.patch)
          AND EXISTS (SELECT FROM engine_references AS nb WHERE nb.tenant_id = n.tenant_id AND nb.upload_id = n.upload_id)
          AND NOT reference_update_required(n.tenant_id, n.upload_id)
        ORDER BY n.major DESC, n.minor DESC, n.patch DESC LIMIT 1) AS "syncedRevision"
    FROM engines AS e
    JOIN products AS p ON p.tenant_id = e.tenant_id AND p.id = e.product_id AND p.deleted_at IS NULL
    JOIN LATERAL (
      SELECT c.* FROM engine_versions AS c
      WHERE c.tenant_id = e.tenant_id AND c.engine_id = e.id AND c.state <> 'Archived'
      ORDER BY (c.state = 'Active' AND now() BETWEEN c.effective_start AND c.effective_end) DESC,
        c.major DESC, c.minor DESC, c.patch DESC LIMIT 1) AS v ON true
    JOIN engine_references AS b ON b.tenant_id = v.tenant_id AND b.upload_id = v.upload_id
    WHERE e.tenant_id = ${tx.tenantId} AND e.deleted_at IS NULL
      AND b.document_id = ANY(${sql.param([...documentIds])}::uuid[])
    GROUP BY b.document_id, e.tenant_id, e.id, e.service_name, p.id, p.name, p.tenant_id, v.id, v.tenant_id, v.major, v.minor,
      v.patch, v.state, v.upload_id, v.effective_start, v.effective_end
    ORDER BY p.name COLLATE name_order, e.service_name COLLATE name_order, e.id`)
  return rows.map((row) => ({
    ...row,
    effectiveStartDate: new Date(row.effectiveStartDate).toISOString(),
    effectiveEndDate: new Date(row.effectiveEndDate).toISOString(),
  }))
}
