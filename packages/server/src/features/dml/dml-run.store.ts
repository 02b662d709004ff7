import type { DmlDialect, DmlRun, DmlTableCounts, SqlTable } from '@sheetwright/contract/dml/dml.ts'
import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { dmlRuns, dmlRunTables } from '../../platform/db/schema/dml.ts'
import { jobs } from '../../platform/db/schema/jobs.ts'

type Stored = typeof dmlRuns.$inferSelect

export type NewDmlRun = Pick<
  Stored,
  | 'id'
  | 'jobId'
  | 'sourceKind'
  | 'sourceId'
  | 'sourceName'
  | 'productId'
  | 'productName'
  | 'revision'
  | 'workbookHash'
  | 'dialect'
  | 'smartLevel'
  | 'createTables'
  | 'asked'
  | 'createdBy'
>

export async function insertDmlRun(tx: TenantTransaction, run: NewDmlRun): Promise<void> {
  await tx.q.insert(dmlRuns).values({ tenantId: tx.tenantId, ...run })
}

/** The run as the worker needs it. */
export async function readDmlRun(tx: TenantTransaction, id: string): Promise<Stored | undefined> {
  const [row] = await tx.q.select().from(dmlRuns).where(isRun(tx, id))
  return row
}

/** A run that has not ended has the status of its job. */
const status = sql<DmlRun['status']>`
  CASE WHEN ${dmlRuns.status} = 'Pending' THEN coalesce(${jobs.status}, 'Cancelled') ELSE ${dmlRuns.status} END`

function selectRuns(tx: TenantTransaction, matching: SQL | undefined) {
  return tx.q
    .select({
      run: dmlRuns,
      status,
      progress: sql<number>`CASE WHEN ${dmlRuns.status} = 'Pending' THEN coalesce(${jobs.progress}, 100) ELSE 100 END`,
      failureReason: sql<string | null>`coalesce(${dmlRuns.failureReason}, ${jobs.failureReason})`,
      createdBy: sql<string>`(SELECT u.full_name FROM users AS u WHERE u.tenant_id = dml_runs.tenant_id AND u.id = dml_runs.created_by)`,
      tables: sql<DmlTableCounts[]>`coalesce((
        SELECT jsonb_agg(t.counts ORDER BY t.position) FROM dml_run_tables AS t
        WHERE t.tenant_id = dml_runs.tenant_id AND t.run_id = dml_runs.id), '[]')`,
      count: sql<number>`count(*) OVER ()::int`,
    })
    .from(dmlRuns)
    .leftJoin(jobs, and(eq(jobs.tenantId, dmlRuns.tenantId), eq(jobs.id, dmlRuns.jobId)))
    .where(and(eq(dmlRuns.tenantId, tx.tenantId), matching))
}

type Selected = Awaited<ReturnType<typeof selectRuns>>[number]

function shown({ run, status: state, progress, failureReason, createdBy, tables }: Selected): DmlRun {
  return {
    id: run.id,
    queueId: run.jobId,
    source: {
      kind: run.sourceKind,
      id: run.sourceId,
      name: run.sourceName,
      productId: run.productId,
      productName: run.productName,
      revision: run.revision,
    },
    dialect: run.dialect,
    smartLevel: run.smartLevel,
    createTables: run.createTables,
    status: state,
    progress,
    failureReason,
    comparedWith: run.comparedWith,
    tables,
    downloadFileName: run.zipName,
    logFileName: run.logName,
    createdAt: run.createdAt.toISOString(),
    completedAt: run.completedAt?.toISOString() ?? null,
    createdBy,
  }
}

/** Runs of one person, or of everybody. */
const ofPerson = (userId: string | undefined) => (userId === undefined ? undefined : eq(dmlRuns.createdBy, userId))

export async function findDmlRun(
  tx: TenantTransaction,
  id: string,
  userId: string | undefined,
): Promise<DmlRun | undefined> {
  const [row] = await selectRuns(tx, and(eq(dmlRuns.id, id), ofPerson(userId)))
  return row && shown(row)
}

export async function listDmlRuns(
  tx: TenantTransaction,
  userId: string | undefined,
  asked: {
    readonly page: number
    readonly pageSize: number
    readonly oldestFirst: boolean
    readonly search: readonly { readonly field: 'sourceId' | 'dialect'; readonly value: unknown }[]
  },
): Promise<{ items: DmlRun[]; count: number }> {
  const matching = asked.search.map(({ field, value }) =>
    field === 'dialect'
      ? sql`${dmlRuns.dialect} = ${String(value)}`
      : sql`${dmlRuns.sourceId}::text = ${String(value).toLowerCase()}`,
  )
  const order = asked.oldestFirst ? asc : desc
  const rows = await selectRuns(tx, and(ofPerson(userId), ...matching))
    .orderBy(order(dmlRuns.createdAt), order(dmlRuns.id))
    .limit(asked.pageSize)
    .offset((asked.page - 1) * asked.pageSize)
  return { items: rows.map(shown), count: rows[0]?.count ?? 0 }
}

/** The content of a zip or log, by file name. */
export async function findDmlFile(
  tx: TenantTransaction,
  name: string,
  userId: string | undefined,
): Promise<string | undefined> {
  const [row] = await tx.q
    .select({ zipName: dmlRuns.zipName, zipHash: dmlRuns.zipHash, logHash: dmlRuns.logHash })
    .from(dmlRuns)
    .where(
      and(
        eq(dmlRuns.tenantId, tx.tenantId),
        or(eq(dmlRuns.zipName, name), eq(dmlRuns.logName, name)),
        ofPerson(userId),
      ),
    )
  if (row === undefined) return undefined
  return (row.zipName === name ? row.zipHash : row.logHash) ?? undefined
}

export interface LoadedTable {
  readonly runId: string
  readonly plan: SqlTable
  readonly rowsHash: string
}

/** The content of a source in a database of this kind: each table after the last successful run that included it. */
export async function loadedTables(
  tx: TenantTransaction,
  sourceId: string,
  dialect: DmlDialect,
): Promise<LoadedTable[]> {
  const { rows } = await tx.q.execute<{ run_id: string; plan: SqlTable; rows_hash: string }>(sql`
    SELECT DISTINCT ON (t.name) t.run_id, t.plan, t.rows_hash
    FROM dml_runs AS r JOIN dml_run_tables AS t ON t.tenant_id = r.tenant_id AND t.run_id = r.id
    WHERE r.tenant_id = ${tx.tenantId} AND r.source_id = ${sourceId} AND r.dialect = ${dialect} AND r.status = 'Success'
    ORDER BY t.name, r.created_at DESC, r.id DESC`)
  return rows.map(({ run_id, plan, rows_hash }) => ({ runId: run_id, plan, rowsHash: rows_hash }))
}

export async function endDmlRun(
  tx: TenantTransaction,
  id: string,
  end: Pick<Stored, 'status'> &
    Partial<Pick<Stored, 'failureReason' | 'comparedWith' | 'zipName' | 'zipHash' | 'logName' | 'logHash'>>,
): Promise<void> {
  await tx.q
    .update(dmlRuns)
    .set({ ...end, completedAt: sql`now()` })
    .where(isRun(tx, id))
}

export async function insertDmlRunTables(
  tx: TenantTransaction,
  runId: string,
  tables: readonly { readonly plan: SqlTable; readonly counts: DmlTableCounts; readonly rowsHash: string }[],
): Promise<void> {
  await tx.q
    .insert(dmlRunTables)
    .values(
      tables.map((table, position) => ({ tenantId: tx.tenantId, runId, position, name: table.plan.name, ...table })),
    )
}

function isRun(tx: TenantTransaction, id: string): SQL | undefined {
  return and(eq(dmlRuns.tenantId, tx.tenantId), eq(dmlRuns.id, id))
}
