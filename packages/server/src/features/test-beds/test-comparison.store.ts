import type { ComparisonSummary } from '@sheetwright/contract/test-beds/test-comparison.ts'
import type { JobStatus } from '@sheetwright/contract/jobs/job.ts'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { jobs } from '../../platform/db/schema/jobs.ts'
import { testComparisons, testRuns } from '../../platform/db/schema/test-beds.ts'
import { users } from '../../platform/db/schema/users.ts'

export interface StoredComparison {
  readonly id: string
  readonly sourceRunId: string
  readonly targetRunId: string
  readonly jobId: string
  readonly status: JobStatus
  readonly failureReason: string | null
  readonly summary: ComparisonSummary | null
  readonly createdBy: string
  readonly createdAt: Date
}

export async function findComparison(tx: TenantTransaction, id: string): Promise<StoredComparison | undefined> {
  const [row] = await tx.q
    .select({
      id: testComparisons.id,
      sourceRunId: testComparisons.sourceRunId,
      targetRunId: testComparisons.targetRunId,
      jobId: testComparisons.jobId,
      status: sql<JobStatus>`coalesce(${testComparisons.status}, ${jobs.status}, 'Cancelled')`,
      failureReason: sql<string | null>`coalesce(${testComparisons.failureReason}, ${jobs.failureReason})`,
      summary: testComparisons.summary,
      createdBy: users.fullName,
      createdAt: testComparisons.createdAt,
    })
    .from(testComparisons)
    .innerJoin(users, and(eq(users.tenantId, testComparisons.tenantId), eq(users.id, testComparisons.createdBy)))
    .leftJoin(jobs, and(eq(jobs.tenantId, testComparisons.tenantId), eq(jobs.id, testComparisons.jobId)))
    .where(and(eq(testComparisons.tenantId, tx.tenantId), eq(testComparisons.id, id)))
  return row
}

export async function insertComparison(
  tx: TenantTransaction,
  comparison: Pick<StoredComparison, 'id' | 'sourceRunId' | 'targetRunId' | 'jobId'> & { readonly createdBy: string },
): Promise<void> {
  await tx.q.insert(testComparisons).values({ tenantId: tx.tenantId, ...comparison })
}

export async function endComparison(
  tx: TenantTransaction,
  id: string,
  end: { status: 'Success' | 'Fail'; summary?: ComparisonSummary; failureReason?: string },
): Promise<void> {
  await tx.q
    .update(testComparisons)
    .set(end)
    .where(and(eq(testComparisons.tenantId, tx.tenantId), eq(testComparisons.id, id)))
}

/** The latest finished run of these cases on this version. */
export async function latestRunOf(
  tx: TenantTransaction,
  testBedVersionId: string,
  versionId: string,
): Promise<string | undefined> {
  const [row] = await tx.q
    .select({ id: testRuns.id })
    .from(testRuns)
    .where(
      and(
        eq(testRuns.tenantId, tx.tenantId),
        eq(testRuns.testBedVersionId, testBedVersionId),
        eq(testRuns.versionId, versionId),
        eq(testRuns.status, 'Success'),
      ),
    )
    .orderBy(desc(testRuns.createdAt))
    .limit(1)
  return row?.id
}
