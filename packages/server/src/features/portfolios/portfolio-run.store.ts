import {
  mostFirstErrors,
  type PortfolioError,
  type PortfolioRun,
} from '@sheetwright/contract/portfolios/portfolio-run.ts'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { engines } from '../../platform/db/schema/engines.ts'
import { jobs } from '../../platform/db/schema/jobs.ts'
import { portfolioRunParts, portfolioRuns } from '../../platform/db/schema/portfolios.ts'
import { products } from '../../platform/db/schema/products.ts'

export type StoredPortfolioRun = typeof portfolioRuns.$inferSelect
export type PortfolioPart = Omit<typeof portfolioRunParts.$inferSelect, 'tenantId' | 'runId'>

/** Results can be downloaded as long as those of other jobs. */
const keptDays = 7
/** A portfolio that nobody starts. */
const checkedHours = 24
/** A run without files stays in the list. */
const listedDays = 30

const sumOf = (column: 'records' | 'refused' | 'with_errors') => sql<number>`coalesce((
  SELECT sum(p.${sql.raw(column)}) FROM portfolio_run_parts AS p
  WHERE p.tenant_id = portfolio_runs.tenant_id AND p.run_id = portfolio_runs.id), 0)::int`

function selectRuns(tx: TenantTransaction, matching: SQL | undefined) {
  return tx.q
    .select({
      run: portfolioRuns,
      productId: engines.productId,
      productName: products.name,
      serviceName: engines.serviceName,
      jobStatus: jobs.status,
      jobProgress: jobs.progress,
      jobNote: jobs.note,
      jobFailure: jobs.failureReason,
      partRecords: sumOf('records'),
      partRefused: sumOf('refused'),
      partErrors: sumOf('with_errors'),
      seconds: sql<number>`extract(epoch FROM coalesce(${portfolioRuns.completedAt}, now()) - ${portfolioRuns.startedAt})::float8`,
      createdBy: sql<string>`coalesce(
        (SELECT k.name FROM api_keys AS k WHERE k.tenant_id = portfolio_runs.tenant_id AND k.id = portfolio_runs.key_id),
        (SELECT u.full_name FROM users AS u
          WHERE u.tenant_id = portfolio_runs.tenant_id AND u.id = portfolio_runs.created_by))`,
      count: sql<number>`count(*) OVER ()::int`,
    })
    .from(portfolioRuns)
    .innerJoin(engines, and(eq(engines.tenantId, portfolioRuns.tenantId), eq(engines.id, portfolioRuns.engineId)))
    .innerJoin(products, and(eq(products.tenantId, engines.tenantId), eq(products.id, engines.productId)))
    .leftJoin(jobs, and(eq(jobs.tenantId, portfolioRuns.tenantId), eq(jobs.id, portfolioRuns.jobId)))
    .where(and(eq(portfolioRuns.tenantId, tx.tenantId), matching))
}

function shown(row: Awaited<ReturnType<typeof selectRuns>>[number]): PortfolioRun {
  const { run, seconds } = row
  const status = run.status === 'Pending' ? (row.jobStatus ?? 'Fail') : run.status
  const isRunning = status === 'Pending' || status === 'InProgress'
  const isEnded = run.completedAt !== null
  // The note of the job tells the records that no part holds yet.
  const records = isEnded ? run.records : Math.max(row.partRecords, Number(row.jobNote ?? 0) || 0)
  const progress = isRunning ? (row.jobProgress ?? 0) : status === 'Success' ? 100 : 0
  const isMeasured = run.startedAt !== null && seconds > 0 && records > 0
  const hasFiles = run.parquetHash !== null
  return {
    id: run.id,
    jobId: run.jobId,
    productId: row.productId,
    productName: row.productName,
    engineId: run.engineId,
    serviceName: row.serviceName,
    versionId: run.versionId,
    revision: run.revision,
    fileName: run.fileName,
    fileSize: run.fileSize,
    keepInputs: run.keepInputs,
    fit: run.fit,
    status,
    progress,
    failureReason: run.failureReason ?? (status === 'Fail' ? row.jobFailure : null),
    records,
    refused: isEnded ? run.refused : row.partRefused,
    withErrors: isEnded ? run.withErrors : row.partErrors,
    firstErrors: run.firstErrors,
    recordsPerSecond: isMeasured ? records / seconds : null,
    secondsLeft: isRunning && isMeasured && progress > 0 ? (seconds * (100 - progress)) / progress : null,
    hasFiles,
    expiresAt: hasFiles && run.completedAt !== null ? expiryOf(run.completedAt).toISOString() : null,
    createdBy: row.createdBy,
    createdAt: run.createdAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    completedAt: run.completedAt?.toISOString() ?? null,
  }
}

export function expiryOf(completedAt: Date): Date {
  return new Date(completedAt.getTime() + keptDays * 24 * 3600_000)
}

/** A person, or an API key. */
export type RunOwner = { readonly userId: string } | { readonly keyId: string }

function ofOwner(owner: RunOwner | undefined): SQL | undefined {
  if (owner === undefined) return undefined
  return 'keyId' in owner ? eq(portfolioRuns.keyId, owner.keyId) : eq(portfolioRuns.createdBy, owner.userId)
}

/** A run of an owner; anybody's if none is given. */
export async function findPortfolioRun(
  tx: TenantTransaction,
  id: string,
  owner: RunOwner | undefined,
): Promise<PortfolioRun | undefined> {
  const [row] = await selectRuns(tx, and(eq(portfolioRuns.id, id), ofOwner(owner)))
  return row && shown(row)
}

export async function listPortfolioRuns(
  tx: TenantTransaction,
  owner: RunOwner | undefined,
  asked: {
    readonly page: number
    readonly pageSize: number
    readonly oldestFirst: boolean
    readonly search: readonly { readonly field: 'engineId'; readonly value: unknown }[]
  },
): Promise<{ items: PortfolioRun[]; count: number }> {
  const matching = asked.search.map(
    ({ value }) => sql`${portfolioRuns.engineId}::text = ${String(value).toLowerCase()}`,
  )
  const order = asked.oldestFirst ? asc : desc
  const rows = await selectRuns(tx, and(ofOwner(owner), ...matching))
    .orderBy(order(portfolioRuns.createdAt), order(portfolioRuns.id))
    .limit(asked.pageSize)
    .offset((asked.page - 1) * asked.pageSize)
  return { items: rows.map(shown), count: rows[0]?.count ?? 0 }
}

export async function insertPortfolioRun(
  tx: TenantTransaction,
  run: Pick<
    StoredPortfolioRun,
    | 'id'
    | 'engineId'
    | 'versionId'
    | 'revision'
    | 'fileHash'
    | 'fileName'
    | 'fileSize'
    | 'keepInputs'
    | 'fit'
    | 'plan'
    | 'seed'
    | 'createdBy'
    | 'keyId'
  >,
): Promise<void> {
  await tx.q.insert(portfolioRuns).values({ tenantId: tx.tenantId, ...run })
}

/** The run as the worker needs it. */
export async function readPortfolioRun(tx: TenantTransaction, id: string): Promise<StoredPortfolioRun | undefined> {
  const [row] = await tx.q.select().from(portfolioRuns).where(isRun(tx, id))
  return row
}

/** False if it was started before. */
export async function queuePortfolioRun(tx: TenantTransaction, id: string, jobId: string): Promise<boolean> {
  const rows = await tx.q
    .update(portfolioRuns)
    .set({ jobId, status: 'Pending', computedAt: sql`now()` })
    .where(and(isRun(tx, id), eq(portfolioRuns.status, 'Checked')))
    .returning({ id: portfolioRuns.id })
  return rows.length > 0
}

export async function beginPortfolioRun(tx: TenantTransaction, id: string): Promise<void> {
  await tx.q
    .update(portfolioRuns)
    .set({ startedAt: sql`coalesce(${portfolioRuns.startedAt}, clock_timestamp())` })
    .where(isRun(tx, id))
}

/** Ends a run with the totals of its parts, which are no longer needed. */
export async function endPortfolioRun(
  tx: TenantTransaction,
  id: string,
  end: Pick<StoredPortfolioRun, 'status'> &
    Partial<Pick<StoredPortfolioRun, 'failureReason' | 'parquetHash' | 'errorsHash'>>,
): Promise<void> {
  const parts = await portfolioParts(tx, id)
  const sum = (of: 'records' | 'refused' | 'withErrors') => parts.reduce((total, part) => total + part[of], 0)
  const firstErrors: PortfolioError[] = parts.flatMap((part) => part.firstErrors).slice(0, mostFirstErrors)
  const totals = { records: sum('records'), refused: sum('refused'), withErrors: sum('withErrors'), firstErrors }
  await tx.q
    .update(portfolioRuns)
    .set({ ...end, ...totals, completedAt: sql`clock_timestamp()` })
    .where(isRun(tx, id))
  await tx.q.delete(portfolioRunParts).where(isPartOf(tx, id))
}

export async function portfolioParts(tx: TenantTransaction, runId: string): Promise<PortfolioPart[]> {
  return tx.q.select().from(portfolioRunParts).where(isPartOf(tx, runId)).orderBy(asc(portfolioRunParts.part))
}

export async function insertPortfolioPart(tx: TenantTransaction, runId: string, part: PortfolioPart): Promise<void> {
  await tx.q.insert(portfolioRunParts).values({ tenantId: tx.tenantId, runId, ...part })
}

/** Drops expired results, portfolios that nobody started, and old runs; counts the changed rows. */
export async function purgePortfolioRuns(tx: TenantTransaction): Promise<number> {
  const gone = await tx.q.execute(sql`
    DELETE FROM portfolio_runs WHERE tenant_id = ${tx.tenantId} AND (
      (status = 'Checked' AND created_at < now() - make_interval(hours => ${checkedHours}))
      OR coalesce(completed_at, created_at) < now() - make_interval(days => ${listedDays}))`)
  const emptied = await tx.q.execute(sql`
    UPDATE portfolio_runs SET parquet_hash = NULL, errors_hash = NULL
    WHERE tenant_id = ${tx.tenantId} AND parquet_hash IS NOT NULL
      AND completed_at < now() - make_interval(days => ${keptDays})`)
  return (gone.rowCount ?? 0) + (emptied.rowCount ?? 0)
}

function isRun(tx: TenantTransaction, id: string): SQL | undefined {
  return and(eq(portfolioRuns.tenantId, tx.tenantId), eq(portfolioRuns.id, id))
}

function isPartOf(tx: TenantTransaction, runId: string): SQL | undefined {
  return and(eq(portfolioRunParts.tenantId, tx.tenantId), eq(portfolioRunParts.runId, runId))
}
