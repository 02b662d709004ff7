import type { RunSetup, TestRun } from '@sheetwright/contract/test-beds/test-run.ts'
import type { JobStatus } from '@sheetwright/contract/jobs/job.ts'
import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { engines, engineVersions } from '../../platform/db/schema/engines.ts'
import { jobs } from '../../platform/db/schema/jobs.ts'
import { products } from '../../platform/db/schema/products.ts'
import { testBeds, testBedVersions, testRunParts, testRuns } from '../../platform/db/schema/test-beds.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import { rankOnEngine } from './test-bed.store.ts'

/** A run as the contract shows it, with server-only fields. */
export interface StoredRun extends TestRun {
  /** The file of all results that earlier releases made when a run ended; now its parts hold them. */
  readonly resultHash: string | null
  readonly createdById: string
  readonly setup: RunSetup
}

const partSum = (column: SQL, type = sql.raw('int')) =>
  sql<number>`coalesce((SELECT sum(${column}) FROM test_run_parts AS p WHERE p.tenant_id = ${testRuns.tenantId}
    AND p.run_id = ${testRuns.id}), 0)::${type}`

/** A run whose job was deleted before it ended counts as cancelled. */
const status = sql<JobStatus>`coalesce(${testRuns.status}, ${jobs.status}, 'Cancelled')`

function selectRuns(tx: TenantTransaction, caller: CallerIdentity, condition: SQL | undefined) {
  return tx.q
    .select({
      id: testRuns.id,
      testbedId: testRuns.testBedId,
      testbedName: testBeds.name,
      testbedVersionId: testRuns.testBedVersionId,
      testbedVersion: testBedVersions.number,
      productId: testRuns.productId,
      productName: products.name,
      engineId: testRuns.engineId,
      serviceName: engines.serviceName,
      versionId: testRuns.versionId,
      revision: sql<string>`${engineVersions.major} || '.' || ${engineVersions.minor} || '.' || ${engineVersions.patch}`,
      kind: testRuns.kind,
      status,
      noOfTest: testRuns.cases,
      partsDone: partSum(sql`p.cases`),
      passed: partSum(sql`p.passed`),
      failed: partSum(sql`p.failed`),
      errors: partSum(sql`p.errors`),
      millis: partSum(sql`p.millis`, sql.raw('float')),
      progress: sql<number | null>`${jobs.progress}`,
      createdBy: users.fullName,
      createdById: testRuns.createdBy,
      createdAt: testRuns.createdAt,
      startedAt: testRuns.startedAt,
      endedAt: testRuns.endedAt,
      jobEnd: sql<Date | null>`${jobs.completedAt}`,
      failureReason: sql<string | null>`coalesce(${testRuns.failureReason}, ${jobs.failureReason})`,
      testbedQueueId: testRuns.jobId,
      setup: testRuns.setup,
      resultHash: testRuns.resultHash,
      count: sql<number>`count(*) OVER ()::int`,
    })
    .from(testRuns)
    .innerJoin(testBeds, and(eq(testBeds.tenantId, testRuns.tenantId), eq(testBeds.id, testRuns.testBedId)))
    .innerJoin(
      testBedVersions,
      and(eq(testBedVersions.tenantId, testRuns.tenantId), eq(testBedVersions.id, testRuns.testBedVersionId)),
    )
    .innerJoin(
      engines,
      and(eq(engines.tenantId, testRuns.tenantId), eq(engines.id, testRuns.engineId), isNull(engines.deletedAt)),
    )
    .innerJoin(
      engineVersions,
      and(eq(engineVersions.tenantId, testRuns.tenantId), eq(engineVersions.id, testRuns.versionId)),
    )
    .innerJoin(products, and(eq(products.tenantId, testRuns.tenantId), eq(products.id, testRuns.productId)))
    .innerJoin(users, and(eq(users.tenantId, testRuns.tenantId), eq(users.id, testRuns.createdBy)))
    .leftJoin(jobs, and(eq(jobs.tenantId, testRuns.tenantId), eq(jobs.id, testRuns.jobId)))
    .where(and(eq(testRuns.tenantId, tx.tenantId), sql`${rankOnEngine(caller)} IS NOT NULL`, condition))
}

type Row = Awaited<ReturnType<typeof selectRuns>>[number]

function stored(found: Row): StoredRun {
  const { partsDone, progress, startedAt, endedAt, jobEnd, createdAt, setup, count: _, ...row } = found
  const isOver = row.status !== 'Pending' && row.status !== 'InProgress'
  const end = endedAt ?? (isOver && jobEnd !== null ? new Date(jobEnd) : null)
  const told = isOver ? 0 : Math.floor((row.noOfTest * (progress ?? 0)) / 100)
  const done = Math.min(row.noOfTest, Math.max(partsDone, told))
  const seconds = startedAt === null ? 0 : ((end ?? new Date()).getTime() - startedAt.getTime()) / 1000
  const rate = seconds > 0 && done > 0 ? done / seconds : null
  return {
    ...row,
    done,
    computed: partsDone - row.passed - row.failed - row.errors,
    casesPerSecond: rate,
    secondsLeft: isOver || rate === null ? null : (row.noOfTest - done) / rate,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    completedAt: end?.toISOString() ?? null,
    inputs: [...setup.inputs],
    outputs: [...setup.outputs],
    tolerances: setup.tolerances,
    setup,
  }
}

/** A run on an engine that the caller sees. */
export async function findRun(
  tx: TenantTransaction,
  caller: CallerIdentity,
  id: string,
): Promise<StoredRun | undefined> {
  const [row] = await selectRuns(tx, caller, eq(testRuns.id, id))
  return row && stored(row)
}

export async function findRunOfJob(
  tx: TenantTransaction,
  caller: CallerIdentity,
  jobId: string,
): Promise<StoredRun | undefined> {
  const [row] = await selectRuns(tx, caller, eq(testRuns.jobId, jobId))
  return row && stored(row)
}

type RunField = 'productId' | 'engineId' | 'testbedId' | 'versionId' | 'kind' | 'status' | 'testbedName' | 'from' | 'to'

export interface RunPage {
  readonly page: number
  readonly pageSize: number
  readonly oldestFirst: boolean
  readonly search: readonly { readonly field: RunField; readonly value: unknown }[]
}

const conditions: Record<RunField, (value: string) => SQL> = {
  productId: (value) => sql`${testRuns.productId}::text = ${value}`,
  engineId: (value) => sql`${testRuns.engineId}::text = ${value}`,
  testbedId: (value) => sql`${testRuns.testBedId}::text = ${value}`,
  versionId: (value) => sql`${testRuns.versionId}::text = ${value}`,
  kind: (value) => sql`${testRuns.kind} = ${value}`,
  status: (value) => sql`${status} = ${value}`,
  testbedName: (value) => sql`strpos(name_key(${testBeds.name}), name_key(${value})) > 0`,
  from: (value) => sql`to_char(${testRuns.createdAt} AT TIME ZONE 'UTC', 'YYYY-MM-DD') >= ${value}`,
  to: (value) => sql`to_char(${testRuns.createdAt} AT TIME ZONE 'UTC', 'YYYY-MM-DD') <= ${value}`,
}

export async function listRuns(
  tx: TenantTransaction,
  caller: CallerIdentity,
  { page, pageSize, oldestFirst, search }: RunPage,
): Promise<{ items: StoredRun[]; count: number }> {
  const matching = and(...search.map(({ field, value }) => conditions[field](String(value))))
  const order = oldestFirst ? asc : desc
  const rows = await selectRuns(tx, caller, matching)
    .orderBy(order(testRuns.createdAt), order(testRuns.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { items: rows.map(stored), count: rows[0]?.count ?? 0 }
}

export type NewRun = Omit<
  typeof testRuns.$inferInsert,
  'tenantId' | 'status' | 'failureReason' | 'resultHash' | 'createdAt' | 'startedAt' | 'endedAt'
>

export async function insertRun(tx: TenantTransaction, run: NewRun): Promise<void> {
  await tx.q.insert(testRuns).values({ tenantId: tx.tenantId, ...run })
}

export async function deleteRun(tx: TenantTransaction, id: string): Promise<void> {
  await tx.q.delete(testRuns).where(isRun(tx, id))
}

/** The run as the worker needs it, regardless of permissions. */
export async function readRun(tx: TenantTransaction, id: string): Promise<typeof testRuns.$inferSelect | undefined> {
  const [row] = await tx.q.select().from(testRuns).where(isRun(tx, id))
  return row
}

/** Records the start time; a run that continues after a crash keeps its first one. */
export async function startRun(tx: TenantTransaction, id: string): Promise<void> {
  await tx.q
    .update(testRuns)
    .set({ startedAt: sql`coalesce(${testRuns.startedAt}, clock_timestamp())` })
    .where(isRun(tx, id))
}

export async function endRun(
  tx: TenantTransaction,
  id: string,
  end: {
    status: 'Success' | 'Fail' | 'Cancelled'
    failureReason?: string | undefined
  },
): Promise<void> {
  await tx.q
    .update(testRuns)
    .set({ ...end, endedAt: sql`clock_timestamp()` })
    .where(isRun(tx, id))
}

export type RunPart = Omit<typeof testRunParts.$inferSelect, 'tenantId' | 'runId'>

/** A block counts once: a part that another worker stored meanwhile stays. */
export async function insertPart(tx: TenantTransaction, runId: string, part: RunPart): Promise<void> {
  await tx.q
    .insert(testRunParts)
    .values({ tenantId: tx.tenantId, runId, ...part })
    .onConflictDoNothing()
}

export function partsOf(tx: TenantTransaction, runId: string): Promise<RunPart[]> {
  return tx.q
    .select({
      block: testRunParts.block,
      cases: testRunParts.cases,
      passed: testRunParts.passed,
      failed: testRunParts.failed,
      errors: testRunParts.errors,
      millis: testRunParts.millis,
      fileHash: testRunParts.fileHash,
    })
    .from(testRunParts)
    .where(and(eq(testRunParts.tenantId, tx.tenantId), eq(testRunParts.runId, runId)))
    .orderBy(asc(testRunParts.block))
}

function isRun(tx: TenantTransaction, id: string): SQL | undefined {
  return and(eq(testRuns.tenantId, tx.tenantId), eq(testRuns.id, id))
}
