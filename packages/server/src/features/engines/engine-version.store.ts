import type { Iteration } from '@sheetwright/contract/engines/iteration.ts'
import type { AnchoredInterface } from '@sheetwright/compiler/interface.ts'
import type { EngineType, EngineVersion, VersionState } from '@sheetwright/contract/engines/engine.ts'
import { partsOf } from '@sheetwright/contract/engines/revision.ts'
import type { ProductStatus } from '@sheetwright/contract/products/product.ts'
import { isId } from '@sheetwright/contract/names.ts'
import { and, desc, eq, gte, lte, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isUpdateRequired } from '../master-references/engine-reference.store.ts'
import type { Queries, TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import {
  engineProofs,
  engines,
  engineUploads,
  engineVersions,
  type PortNames,
} from '../../platform/db/schema/engines.ts'
import { products } from '../../platform/db/schema/products.ts'
import { users } from '../../platform/db/schema/users.ts'

export type { PortNames }

/** A version as the contract shows it, with server-only fields. */
export interface StoredVersion extends EngineVersion {
  readonly engineId: string
  readonly uploadId: string
  readonly engineFileId: string
  readonly programHash: string | null
  readonly buildHash: string
  readonly properties: Readonly<Record<string, string | number | boolean>>
  readonly portNames: PortNames
  /** Inputs and outputs that are marked instead of named. */
  readonly marks: AnchoredInterface | null
  /** The author's setting for circular cells. */
  readonly iteration: Iteration | null
}

/** The data that running a version needs; it stays constant while the version does not change. */
export interface RunnableVersion {
  readonly id: string
  readonly revision: string
  readonly state: VersionState
  readonly engineId: string
  readonly serviceName: string
  readonly productId: string
  readonly productName: string
  readonly productStatus: ProductStatus
  readonly engineType: EngineType
  readonly connectorUrl: string | null
  readonly isPublic: boolean
  /** The program may be handed to browsers and SDKs. */
  readonly mayLeave: boolean
  /** The workbook, for cells left to the reference evaluator and for writing results into it. */
  readonly fileHash: string
  readonly fileName: string
  /** Text of the compiled module. */
  readonly programHash: string | null
  /** An `EngineBuild`. */
  readonly buildHash: string
  readonly properties: Readonly<Record<string, string | number | boolean>>
  readonly portNames: PortNames
  readonly effectiveStart: Date
  readonly effectiveEnd: Date
  readonly auditCalls: boolean
  /** Inputs that the log masks. */
  readonly maskedInputs: readonly string[]
  /** A copied table differs from the one that its master has in effect. */
  readonly referenceUpdateRequired: boolean
}

/** Selects a version of an engine. */
export interface VersionChoice {
  readonly engineId: string
  readonly versionId?: string | undefined
  readonly revision?: string | undefined
  /** The transaction date. */
  readonly at: Date
  /** Editors of the engine may run drafts. */
  readonly mayEdit: boolean
}

export type Runnable =
  /** `isOutside`: named by the caller although not in effect at that date; the caller gets a warning. */
  | { readonly kind: 'version'; readonly version: RunnableVersion; readonly isOutside: boolean }
  | { readonly kind: 'inactive'; readonly version: RunnableVersion }
  /** The version does not exist, or this caller may not see it. */
  | { readonly kind: 'missing' }
  /** No version was named, and none is active at the date. */
  | { readonly kind: 'none in effect' }

/** The version that runs: the one named by id, else by revision, else the latest active one in effect at the date. */
export async function findRunnable(tx: TenantTransaction, choice: VersionChoice): Promise<Runnable> {
  const { versionId, revision, at, mayEdit } = choice
  if (versionId === undefined && revision === undefined) {
    const version = await versionInEffect(tx, choice.engineId, at)
    return version === undefined ? { kind: 'none in effect' } : { kind: 'version', version, isOutside: false }
  }
  const named = versionId === undefined ? hasRevision(revision) : hasVersionId(versionId)
  const isOfEngine = and(eq(engineVersions.tenantId, tx.tenantId), eq(engineVersions.engineId, choice.engineId))
  const [version] = await selectRunnable(tx.q, and(isOfEngine, ne(engineVersions.state, 'Archived'), named))
  if (version === undefined || (version.state === 'Draft' && !mayEdit)) return { kind: 'missing' }
  if (version.state === 'Inactive') return { kind: 'inactive', version }
  return { kind: 'version', version, isOutside: at < version.effectiveStart || at > version.effectiveEnd }
}

/** Prepared, because the first call of an engine waits for it, and building it costs more than running it. */
async function versionInEffect(
  tx: TenantTransaction,
  engineId: string,
  at: Date,
): Promise<RunnableVersion | undefined> {
  const [tenant, engine, date] = [sql.placeholder('tenantId'), sql.placeholder('engineId'), sql.placeholder('at')]
  const query = tx.prepared('version in effect', (q) =>
    selectRunnable(
      q,
      and(
        eq(engineVersions.tenantId, tenant),
        eq(engineVersions.engineId, engine),
        eq(engineVersions.state, 'Active'),
        lte(engineVersions.effectiveStart, date),
        gte(engineVersions.effectiveEnd, date),
      ),
    ),
  )
  const [row] = await query.execute({ tenantId: tx.tenantId, engineId, at: at.toISOString() })
  return row
}

function selectRunnable(q: Queries, condition: SQL | undefined) {
  return q
    .select({
      id: engineVersions.id,
      revision: revisionText,
      state: engineVersions.state,
      engineId: engineVersions.engineId,
      serviceName: engines.serviceName,
      productId: engines.productId,
      productName: products.name,
      productStatus: products.status,
      engineType: computing,
      connectorUrl: engines.connectorUrl,
      isPublic: engines.isPublic,
      mayLeave: engines.mayLeave,
      fileHash: engineUploads.fileHash,
      fileName: engineUploads.fileName,
      programHash: engineUploads.programHash,
      buildHash: sql<string>`${engineUploads.buildHash}`,
      properties: engineVersions.properties,
      portNames: engineVersions.portNames,
      effectiveStart: engineVersions.effectiveStart,
      effectiveEnd: engineVersions.effectiveEnd,
      auditCalls: products.auditCalls,
      maskedInputs: products.maskedInputs,
      referenceUpdateRequired,
    })
    .from(engineVersions)
    .innerJoin(
      engineUploads,
      and(eq(engineUploads.tenantId, engineVersions.tenantId), eq(engineUploads.id, engineVersions.uploadId)),
    )
    .leftJoin(engineProofs, isProofOfUpload)
    .innerJoin(engines, and(eq(engines.tenantId, engineVersions.tenantId), eq(engines.id, engineVersions.engineId)))
    .innerJoin(products, and(eq(products.tenantId, engines.tenantId), eq(products.id, engines.productId)))
    .where(condition)
    .orderBy(...newestFirst)
    .limit(1)
}

/** The engine of a version, found by the version's id. */
export async function engineOfVersion(
  tx: TenantTransaction,
  versionId: string,
): Promise<{ engineId: string; productId: string } | undefined> {
  const [row] = await tx.q
    .select({ engineId: engines.id, productId: engines.productId })
    .from(engineVersions)
    .innerJoin(engines, and(eq(engines.tenantId, engineVersions.tenantId), eq(engines.id, engineVersions.engineId)))
    .where(and(eq(engineVersions.tenantId, tx.tenantId), hasVersionId(versionId), sql`${engines.deletedAt} IS NULL`))
  return row
}

/** All versions of an engine, newest first; archived ones only on request. */
export async function listVersions(
  tx: TenantTransaction,
  engineId: string,
  options: { withArchived: boolean },
): Promise<StoredVersion[]> {
  const visible = options.withArchived ? undefined : ne(engineVersions.state, 'Archived')
  const rows = await selectVersions(tx, and(eq(engineVersions.engineId, engineId), visible)).orderBy(...newestFirst)
  return rows.map(storedVersion)
}

/** The version of an engine with this id or this revision. */
export async function findVersion(
  tx: TenantTransaction,
  engineId: string,
  idOrRevision: string,
): Promise<StoredVersion | undefined> {
  const named = partsOf(idOrRevision) ? hasRevision(idOrRevision) : hasVersionId(idOrRevision)
  const [row] = await selectVersions(tx, and(eq(engineVersions.engineId, engineId), named)).limit(1)
  return row && storedVersion(row)
}

export async function findVersionOfUpload(tx: TenantTransaction, uploadId: string): Promise<StoredVersion | undefined> {
  const [row] = await selectVersions(tx, eq(engineVersions.uploadId, uploadId))
    .orderBy(sql`${engineVersions.restoredFrom} NULLS FIRST`)
    .limit(1)
  return row && storedVersion(row)
}

export interface NewVersion {
  /** A new id if omitted. */
  readonly id?: string
  readonly engineId: string
  readonly uploadId: string
  readonly revision: string
  readonly releaseNote: string
  readonly effectiveStart: Date
  readonly effectiveEnd: Date
  readonly properties?: StoredVersion['properties']
  readonly portNames?: PortNames
  readonly blockedBecause?: string | null
  readonly restoredFrom?: string
  readonly createdBy: string
}

export async function insertVersion(tx: TenantTransaction, version: NewVersion): Promise<string> {
  const { revision, id = newId(), ...row } = version
  await tx.q.insert(engineVersions).values({ tenantId: tx.tenantId, id, ...row, ...columnsOf(revision) })
  return id
}

export type VersionChanges = Partial<
  Pick<
    typeof engineVersions.$inferInsert,
    'releaseNote' | 'effectiveStart' | 'effectiveEnd' | 'properties' | 'portNames' | 'publishedBy'
  >
> & { readonly revision?: string; readonly state?: VersionState }

export async function updateVersion(tx: TenantTransaction, id: string, changes: VersionChanges): Promise<void> {
  const { revision, publishedBy, ...columns } = changes
  await tx.q
    .update(engineVersions)
    .set({
      ...columns,
      ...(revision === undefined ? {} : columnsOf(revision)),
      ...(publishedBy === undefined ? {} : { publishedBy, publishedAt: sql`now()` }),
    })
    .where(and(eq(engineVersions.tenantId, tx.tenantId), eq(engineVersions.id, id)))
}

/** Lets only later test runs tell about a version, or about all of an engine: it computes something else from now on. */
export async function requireNewTests(tx: TenantTransaction, engineId: string, versionId?: string): Promise<void> {
  await tx.q
    .update(engineVersions)
    .set({ computesSince: sql`clock_timestamp()` })
    .where(
      and(
        eq(engineVersions.tenantId, tx.tenantId),
        eq(engineVersions.engineId, engineId),
        versionId === undefined ? undefined : eq(engineVersions.id, versionId),
      ),
    )
}

const creators = alias(users, 'creators')
const publishers = alias(users, 'publishers')
const restored = alias(engineVersions, 'restored')

function selectVersions(tx: TenantTransaction, condition: SQL | undefined) {
  return tx.q
    .select({
      id: engineVersions.id,
      engineId: engineVersions.engineId,
      uploadId: engineVersions.uploadId,
      engineFileId: engineUploads.engineFileId,
      revision: revisionText,
      state: engineVersions.state,
      releaseNote: engineVersions.releaseNote,
      effectiveStart: engineVersions.effectiveStart,
      effectiveEnd: engineVersions.effectiveEnd,
      createdAt: engineVersions.createdAt,
      createdBy: creators.fullName,
      publishedAt: engineVersions.publishedAt,
      publishedBy: publishers.fullName,
      fileName: engineUploads.fileName,
      fileSize: engineUploads.fileSize,
      fileHash: engineUploads.fileHash,
      programHash: engineUploads.programHash,
      buildHash: sql<string>`${engineUploads.buildHash}`,
      restoredFrom: sql<string | null>`${restored.major} || '.' || ${restored.minor} || '.' || ${restored.patch}`,
      blockedBecause: sql<string | null>`coalesce(${engineVersions.blockedBecause}, ${engineProofs.fault})`,
      lintScore: engineUploads.lintScore,
      referenceUpdateRequired,
      properties: engineVersions.properties,
      portNames: engineVersions.portNames,
      marks: engineUploads.marks,
      iteration: engineUploads.iteration,
    })
    .from(engineVersions)
    .innerJoin(
      engineUploads,
      and(eq(engineUploads.tenantId, engineVersions.tenantId), eq(engineUploads.id, engineVersions.uploadId)),
    )
    .leftJoin(engineProofs, isProofOfUpload)
    .innerJoin(creators, and(eq(creators.tenantId, engineVersions.tenantId), eq(creators.id, engineVersions.createdBy)))
    .leftJoin(
      publishers,
      and(eq(publishers.tenantId, engineVersions.tenantId), eq(publishers.id, engineVersions.publishedBy)),
    )
    .leftJoin(
      restored,
      and(eq(restored.tenantId, engineVersions.tenantId), eq(restored.id, engineVersions.restoredFrom)),
    )
    .where(and(eq(engineVersions.tenantId, tx.tenantId), condition))
}

type Row = Awaited<ReturnType<typeof selectVersions>>[number]

function storedVersion({ effectiveStart, effectiveEnd, createdAt, publishedAt, ...row }: Row): StoredVersion {
  return {
    ...row,
    effectiveStartDate: effectiveStart.toISOString(),
    effectiveEndDate: effectiveEnd.toISOString(),
    createdAt: createdAt.toISOString(),
    publishedAt: publishedAt?.toISOString() ?? null,
  }
}

const isProofOfUpload = and(
  eq(engineProofs.tenantId, engineUploads.tenantId),
  eq(engineProofs.buildHash, engineUploads.buildHash),
)

/** A program found to be wrong is replaced by the reference evaluator. */
const computing = sql<EngineType>`CASE
  WHEN ${engineProofs.fault} IS NOT NULL AND ${engines.engineType} = 'Type1' THEN 'Type2' ELSE ${engines.engineType} END`

const referenceUpdateRequired = isUpdateRequired(sql`${engineVersions.uploadId}`, sql`${engineVersions.tenantId}`)

const newestFirst = [desc(engineVersions.major), desc(engineVersions.minor), desc(engineVersions.patch)]

const revisionText = sql<string>`${engineVersions.major} || '.' || ${engineVersions.minor} || '.' || ${engineVersions.patch}`

function hasRevision(revision: string | undefined): SQL | undefined {
  const parts = partsOf(revision)
  if (parts === undefined) return sql`false`
  const { major, minor, patch } = engineVersions
  return and(eq(major, parts[0]), eq(minor, parts[1]), eq(patch, parts[2]))
}

function hasVersionId(id: string): SQL {
  return isId(id) ? eq(engineVersions.id, id) : sql`false`
}

function columnsOf(revision: string): { major: number; minor: number; patch: number } {
  const [major, minor, patch] = partsOf(revision) ?? [1, 0, 0]
  return { major, minor, patch }
}

/** Whether an engine has a published version, in effect today or not. */
export async function hasActiveVersion(tx: TenantTransaction, engineId: string): Promise<boolean> {
  const [row] = await tx.q
    .select({ id: engineVersions.id })
    .from(engineVersions)
    .where(
      and(
        eq(engineVersions.tenantId, tx.tenantId),
        eq(engineVersions.engineId, engineId),
        eq(engineVersions.state, 'Active'),
      ),
    )
    .limit(1)
  return row !== undefined
}
