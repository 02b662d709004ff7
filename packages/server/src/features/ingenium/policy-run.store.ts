import type { PolicyRun } from '@sheetwright/contract/ingenium/policy-run.ts'
import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { engines } from '../../platform/db/schema/engines.ts'
import { jobs } from '../../platform/db/schema/jobs.ts'
import { policyMappings, policyRunParts, policyRuns } from '../../platform/db/schema/policies.ts'
import { products } from '../../platform/db/schema/products.ts'

type Stored = typeof policyRuns.$inferSelect
export type PolicyPart = Omit<typeof policyRunParts.$inferSelect, 'tenantId' | 'runId'>

const sumOf = (column: 'read' | 'written' | 'rejected') => sql<number>`coalesce((
  SELECT sum(p.${sql.raw(column)}) FROM policy_run_parts AS p
  WHERE p.tenant_id = policy_runs.tenant_id AND p.run_id = policy_runs.id), 0)::int`

function selectRuns(tx: TenantTransaction, matching: SQL | undefined) {
  return tx.q
    .select({
      run: policyRuns,
      mappingName: policyMappings.name,
      productId: policyMappings.productId,
      productName: products.name,
      serviceName: engines.serviceName,
      jobStatus: jobs.status,
      jobProgress: jobs.progress,
      jobFailure: jobs.failureReason,
      read: sumOf('read'),
      written: sumOf('written'),
      rejected: sumOf('rejected'),
      doneBytes: sql<number>`coalesce((
        SELECT max(p.next_byte) FROM policy_run_parts AS p
        WHERE p.tenant_id = policy_runs.tenant_id AND p.run_id = policy_runs.id), 0)::float8`,
      seconds: sql<number>`extract(epoch FROM coalesce(${policyRuns.completedAt}, now()) - ${policyRuns.startedAt})::float8`,
      createdBy: sql<string>`(SELECT u.full_name FROM users AS u
        WHERE u.tenant_id = policy_runs.tenant_id AND u.id = policy_runs.created_by)`,
      count: sql<number>`count(*) OVER ()::int`,
    })
    .from(policyRuns)
    .innerJoin(
      policyMappings,
      and(eq(policyMappings.tenantId, policyRuns.tenantId), eq(policyMappings.id, policyRuns.mappingId)),
    )
    .innerJoin(engines, and(eq(engines.tenantId, policyRuns.tenantId), eq(engines.id, policyRuns.engineId)))
    .innerJoin(products, and(eq(products.tenantId, policyMappings.tenantId), eq(products.id, policyMappings.productId)))
    .leftJoin(jobs, and(eq(jobs.tenantId, policyRuns.tenantId), eq(jobs.id, policyRuns.jobId)))
    .where(and(eq(policyRuns.tenantId, tx.tenantId), matching))
}

function shown(row: Awaited<ReturnType<typeof selectRuns>>[number]): PolicyRun {
  const { run, jobStatus, jobProgress, jobFailure, seconds, read, doneBytes } = row
  const isOpen = run.status === 'Pending'
  const ofJob = jobStatus === 'Fail' || jobStatus === null ? 'FAILED' : jobStatus
  const status = isOpen ? ofJob : run.status
  const rate = run.startedAt === null || seconds <= 0 || read === 0 ? null : read / seconds
  const perSecond = seconds > 0 ? doneBytes / seconds : 0
  const isRunning = status === 'Pending' || status === 'InProgress'
  return {
    id: run.id,
    taskQueueId: run.jobId,
    mappingId: run.mappingId,
    mappingName: row.mappingName,
    mappingNumber: run.mappingNumber,
    productId: row.productId,
    productName: row.productName,
    engineId: run.engineId,
    serviceName: row.serviceName,
    revision: run.revision,
    fileName: run.fileName,
    fileSize: run.fileSize,
    taskQueue: { status, progress: isRunning ? (jobProgress ?? 0) : 100 },
    failureReason: run.failureReason ?? (status === 'FAILED' ? jobFailure : null),
    read,
    written: row.written,
    rejected: row.rejected,
    recordsPerSecond: rate,
    secondsLeft: isRunning && perSecond > 0 ? (run.fileSize - doneBytes) / perSecond : null,
    hasFiles: run.resultHash !== null,
    createdBy: row.createdBy,
    createdAt: run.createdAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    completedAt: run.completedAt?.toISOString() ?? null,
  }
}

const ofPerson = (userId: string | undefined) => (userId === undefined ? undefined : eq(policyRuns.createdBy, userId))

/** A run by its id or its task's id. */
export async function findPolicyRun(
  tx: TenantTransaction,
  id: string,
  userId: string | undefined,
): Promise<PolicyRun | undefined> {
  const [row] = await selectRuns(tx, and(or(eq(policyRuns.id, id), eq(policyRuns.jobId, id)), ofPerson(userId)))
  return row && shown(row)
}

export async function listPolicyRuns(
  tx: TenantTransaction,
  userId: string | undefined,
  asked: {
    readonly page: number
    readonly pageSize: number
    readonly oldestFirst: boolean
    readonly search: readonly { readonly field: 'mappingId'; readonly value: unknown }[]
  },
): Promise<{ items: PolicyRun[]; count: number }> {
  const matching = asked.search.map(({ value }) => sql`${policyRuns.mappingId}::text = ${String(value).toLowerCase()}`)
  const order = asked.oldestFirst ? asc : desc
  const rows = await selectRuns(tx, and(ofPerson(userId), ...matching))
    .orderBy(order(policyRuns.createdAt), order(policyRuns.id))
    .limit(asked.pageSize)
    .offset((asked.page - 1) * asked.pageSize)
  return { items: rows.map(shown), count: rows[0]?.count ?? 0 }
}

export async function insertPolicyRun(
  tx: TenantTransaction,
  run: Pick<
    Stored,
    | 'id'
    | 'jobId'
    | 'mappingId'
    | 'mappingNumber'
    | 'engineId'
    | 'versionId'
    | 'revision'
    | 'extractHash'
    | 'fileName'
    | 'fileSize'
    | 'seed'
    | 'createdBy'
  >,
): Promise<void> {
  await tx.q.insert(policyRuns).values({ tenantId: tx.tenantId, ...run })
}

/** The run as the worker needs it. */
export async function readPolicyRun(tx: TenantTransaction, id: string): Promise<Stored | undefined> {
  const [row] = await tx.q.select().from(policyRuns).where(isRun(tx, id))
  return row
}

export async function startPolicyRun(tx: TenantTransaction, id: string): Promise<void> {
  await tx.q
    .update(policyRuns)
    .set({ startedAt: sql`coalesce(${policyRuns.startedAt}, clock_timestamp())` })
    .where(isRun(tx, id))
}

export async function endPolicyRun(
  tx: TenantTransaction,
  id: string,
  end: Pick<Stored, 'status'> & Partial<Pick<Stored, 'failureReason' | 'resultHash' | 'rejectsHash' | 'logHash'>>,
): Promise<void> {
  await tx.q
    .update(policyRuns)
    .set({ ...end, completedAt: sql`clock_timestamp()` })
    .where(isRun(tx, id))
}

export async function policyParts(tx: TenantTransaction, runId: string): Promise<PolicyPart[]> {
  return tx.q
    .select()
    .from(policyRunParts)
    .where(and(eq(policyRunParts.tenantId, tx.tenantId), eq(policyRunParts.runId, runId)))
    .orderBy(asc(policyRunParts.part))
}

export async function insertPolicyPart(tx: TenantTransaction, runId: string, part: PolicyPart): Promise<void> {
  await tx.q.insert(policyRunParts).values({ tenantId: tx.tenantId, runId, ...part })
}

function isRun(tx: TenantTransaction, id: string): SQL | undefined {
  return and(eq(policyRuns.tenantId, tx.tenantId), eq(policyRuns.id, id))
}
