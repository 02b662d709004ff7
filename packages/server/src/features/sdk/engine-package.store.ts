import type { JobStatus } from '@sheetwright/contract/jobs/job.ts'
import type { EnginePackage, PackageKind } from '@sheetwright/contract/sdk/package.ts'
import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import { enginePackages } from '../../platform/db/schema/engine-packages.ts'
import { engineVersions } from '../../platform/db/schema/engines.ts'
import { jobs } from '../../platform/db/schema/jobs.ts'
import { users } from '../../platform/db/schema/users.ts'

export interface StoredPackage extends Omit<EnginePackage, 'downloadSDKUrl' | 'createdAt'> {
  readonly fileHash: string | null
  readonly createdAt: Date
}

/** The most packages in the history of one engine. */
const mostListed = 100

function selectPackages(tx: TenantTransaction, condition: SQL | undefined) {
  return tx.q
    .select({
      id: enginePackages.id,
      kind: enginePackages.kind,
      engineId: enginePackages.engineId,
      versionId: enginePackages.versionId,
      revision: sql<string>`concat_ws('.', ${engineVersions.major}, ${engineVersions.minor}, ${engineVersions.patch})`,
      jobId: enginePackages.jobId,
      status: sql<JobStatus>`CASE WHEN ${enginePackages.fileHash} IS NOT NULL THEN 'Success'
        ELSE coalesce(${jobs.status}, 'Cancelled') END`,
      progress: sql<number>`CASE WHEN ${enginePackages.fileHash} IS NOT NULL THEN 100
        ELSE coalesce(${jobs.progress}, 0) END`.mapWith(Number),
      failureReason: sql<string | null>`CASE WHEN ${enginePackages.fileHash} IS NULL THEN ${jobs.failureReason} END`,
      fileName: enginePackages.fileName,
      fileSize: enginePackages.fileSize,
      fileHash: enginePackages.fileHash,
      createdBy: users.fullName,
      createdAt: enginePackages.createdAt,
    })
    .from(enginePackages)
    .innerJoin(
      engineVersions,
      and(eq(engineVersions.tenantId, enginePackages.tenantId), eq(engineVersions.id, enginePackages.versionId)),
    )
    .innerJoin(users, and(eq(users.tenantId, enginePackages.tenantId), eq(users.id, enginePackages.createdBy)))
    .leftJoin(jobs, and(eq(jobs.tenantId, enginePackages.tenantId), eq(jobs.id, enginePackages.jobId)))
    .where(and(eq(enginePackages.tenantId, tx.tenantId), condition))
    .orderBy(desc(enginePackages.createdAt))
}

export function listPackagesOf(tx: TenantTransaction, engineId: string): Promise<StoredPackage[]> {
  return selectPackages(tx, eq(enginePackages.engineId, engineId)).limit(mostListed)
}

export async function findPackage(
  tx: TenantTransaction,
  engineId: string,
  id: string,
): Promise<StoredPackage | undefined> {
  const [row] = await selectPackages(tx, and(eq(enginePackages.engineId, engineId), eq(enginePackages.id, id)))
  return row
}

/** The newest package of a kind that is ready. */
export async function readyPackage(
  tx: TenantTransaction,
  versionId: string,
  kind: PackageKind,
): Promise<StoredPackage | undefined> {
  const isWanted = and(eq(enginePackages.versionId, versionId), eq(enginePackages.kind, kind))
  const [row] = await selectPackages(tx, and(isWanted, isNotNull(enginePackages.fileHash))).limit(1)
  return row
}

/** The package that a job is making now. */
export async function packageInWork(
  tx: TenantTransaction,
  versionId: string,
  kind: PackageKind,
): Promise<StoredPackage | undefined> {
  const isWanted = and(eq(enginePackages.versionId, versionId), eq(enginePackages.kind, kind))
  const isGoing = sql`${jobs.status} IN ('Pending', 'InProgress')`
  const [row] = await selectPackages(tx, and(isWanted, isNull(enginePackages.fileHash), isGoing)).limit(1)
  return row
}

export async function insertPackage(
  tx: TenantTransaction,
  given: { engineId: string; versionId: string; kind: PackageKind; createdBy: string },
): Promise<string> {
  const id = newId()
  await tx.q.insert(enginePackages).values({ tenantId: tx.tenantId, id, ...given })
  return id
}

export async function setPackageJob(tx: TenantTransaction, id: string, jobId: string): Promise<void> {
  await update(tx, id, { jobId })
}

export async function setPackageFile(
  tx: TenantTransaction,
  id: string,
  file: { fileHash: string; fileName: string; fileSize: number },
): Promise<void> {
  await update(tx, id, file)
}

async function update(tx: TenantTransaction, id: string, set: Partial<typeof enginePackages.$inferInsert>) {
  await tx.q
    .update(enginePackages)
    .set(set)
    .where(and(eq(enginePackages.tenantId, tx.tenantId), eq(enginePackages.id, id)))
}
