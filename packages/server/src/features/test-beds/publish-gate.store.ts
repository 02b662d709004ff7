import type { PublishCheck } from '@sheetwright/contract/engines/publish-checks.ts'
import type { PublishRequest, PublishRules } from '@sheetwright/contract/test-beds/publish-gate.ts'
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import {
  publishRequestComments,
  publishRequests,
  publishRules,
  publishRuleTestBeds,
} from '../../platform/db/schema/publish-gate.ts'
import { engines } from '../../platform/db/schema/engines.ts'
import { testBeds } from '../../platform/db/schema/test-beds.ts'
import { users } from '../../platform/db/schema/users.ts'

export async function readRules(tx: TenantTransaction, productId: string): Promise<PublishRules> {
  const [row] = await tx.q
    .select({ fourEyes: publishRules.fourEyes })
    .from(publishRules)
    .where(and(eq(publishRules.tenantId, tx.tenantId), eq(publishRules.productId, productId)))
  const beds = await tx.q
    .select({ id: publishRuleTestBeds.testBedId })
    .from(publishRuleTestBeds)
    .where(and(eq(publishRuleTestBeds.tenantId, tx.tenantId), eq(publishRuleTestBeds.productId, productId)))
  return { fourEyes: row?.fourEyes ?? false, testbedIds: beds.map(({ id }) => id) }
}

export async function writeRules(tx: TenantTransaction, productId: string, rules: PublishRules): Promise<void> {
  const { fourEyes, testbedIds } = rules
  const { tenantId } = tx
  await tx.q
    .insert(publishRules)
    .values({ tenantId, productId, fourEyes })
    .onConflictDoUpdate({ target: [publishRules.tenantId, publishRules.productId], set: { fourEyes } })
  await tx.q
    .delete(publishRuleTestBeds)
    .where(and(eq(publishRuleTestBeds.tenantId, tenantId), eq(publishRuleTestBeds.productId, productId)))
  if (testbedIds.length === 0) return
  await tx.q
    .insert(publishRuleTestBeds)
    .values([...new Set(testbedIds)].map((testBedId) => ({ tenantId, productId, testBedId })))
}

/** Whether the product of a test bed requires it before publishing. */
export async function isRequired(tx: TenantTransaction, testBedId: string): Promise<boolean> {
  const count = await tx.q.$count(
    publishRuleTestBeds,
    and(eq(publishRuleTestBeds.tenantId, tx.tenantId), eq(publishRuleTestBeds.testBedId, testBedId)),
  )
  return count > 0
}

/** How many of these are test beds of the product. */
export function countTestBeds(tx: TenantTransaction, productId: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return Promise.resolve(0)
  return tx.q.$count(
    testBeds,
    and(eq(testBeds.tenantId, tx.tenantId), eq(testBeds.productId, productId), inArray(testBeds.id, [...ids])),
  )
}

/** A required test bed, and the result of its latest version on a version of the engine. */
interface RequiredTest {
  readonly name: string
  /** Null if the latest cases have no complete run on that version as it is, with the present tolerances. */
  readonly wrong: number | null
}

export interface PublishGate {
  readonly tests: readonly RequiredTest[]
  readonly needsApproval: boolean
}

/**
 * The requirements of an engine's product, and how a version meets them; a version that does not exist yet has passed
 * nothing.
 */
export async function publishGate(
  tx: TenantTransaction,
  engineId: string,
  versionId: string | undefined,
): Promise<PublishGate> {
  const [engine] = await tx.q
    .select({ productId: engines.productId })
    .from(engines)
    .where(and(eq(engines.tenantId, tx.tenantId), eq(engines.id, engineId)))
  if (engine === undefined) return { tests: [], needsApproval: false }
  const { rows } = await tx.q.execute<{ name: string; wrong: number | null }>(sql`
    SELECT b.name, (
      SELECT (SELECT sum(p.failed + p.errors) FROM test_run_parts AS p
        WHERE p.tenant_id = r.tenant_id AND p.run_id = r.id)::int
      FROM test_runs AS r
      WHERE r.tenant_id = b.tenant_id AND r.test_bed_id = b.id AND r.version_id = ${versionId ?? null}::uuid
        AND r.status = 'Success' AND r.setup->'tolerances' = b.tolerances
        AND r.created_at > (
          SELECT e.computes_since FROM engine_versions AS e WHERE e.tenant_id = r.tenant_id AND e.id = r.version_id)
        AND r.test_bed_version_id = (
          SELECT v.id FROM test_bed_versions AS v WHERE v.tenant_id = b.tenant_id AND v.test_bed_id = b.id
          ORDER BY v.number DESC LIMIT 1)
      ORDER BY r.created_at DESC LIMIT 1) AS wrong
    FROM publish_rule_test_beds AS g
    JOIN test_beds AS b ON b.tenant_id = g.tenant_id AND b.id = g.test_bed_id
    WHERE g.tenant_id = ${tx.tenantId} AND g.product_id = ${engine.productId} AND b.engine_id = ${engineId}
    ORDER BY b.name`)
  const { fourEyes } = await readRules(tx, engine.productId)
  const request = fourEyes && versionId !== undefined ? await latestRequest(tx, versionId, '') : undefined
  return { tests: rows, needsApproval: fourEyes && request?.state !== 'approved' }
}

export async function insertRequest(
  tx: TenantTransaction,
  request: { versionId: string; note: string; checks: readonly PublishCheck[]; requestedBy: string },
): Promise<void> {
  await tx.q.insert(publishRequests).values({ tenantId: tx.tenantId, id: newId(), ...request })
}

export async function decideRequest(
  tx: TenantTransaction,
  id: string,
  decision: { state: 'approved' | 'rejected'; decidedBy: string },
): Promise<void> {
  await tx.q
    .update(publishRequests)
    .set({ ...decision, decidedAt: sql`clock_timestamp()` })
    .where(and(eq(publishRequests.tenantId, tx.tenantId), eq(publishRequests.id, id)))
}

export async function insertComment(
  tx: TenantTransaction,
  comment: { requestId: string; text: string; writtenBy: string },
): Promise<void> {
  await tx.q.insert(publishRequestComments).values({ tenantId: tx.tenantId, id: newId(), ...comment })
}

const nameOf = (column: typeof publishRequests.requestedBy | typeof publishRequests.decidedBy) =>
  sql<
    string | null
  >`(SELECT u.full_name FROM ${users} AS u WHERE u.tenant_id = ${publishRequests.tenantId} AND u.id = ${column})`

/** The latest request for a version, as one person sees it. */
export async function latestRequest(
  tx: TenantTransaction,
  versionId: string,
  userId: string,
): Promise<PublishRequest | undefined> {
  const [row] = await tx.q
    .select({
      id: publishRequests.id,
      state: publishRequests.state,
      note: publishRequests.note,
      checks: publishRequests.checks,
      requestedById: publishRequests.requestedBy,
      requestedBy: nameOf(publishRequests.requestedBy),
      requestedAt: publishRequests.requestedAt,
      decidedBy: nameOf(publishRequests.decidedBy),
      decidedAt: publishRequests.decidedAt,
    })
    .from(publishRequests)
    .where(and(eq(publishRequests.tenantId, tx.tenantId), eq(publishRequests.versionId, versionId)))
    .orderBy(desc(publishRequests.requestedAt))
    .limit(1)
  if (row === undefined) return undefined
  const comments = await tx.q
    .select({
      id: publishRequestComments.id,
      text: publishRequestComments.text,
      writtenBy: users.fullName,
      writtenAt: publishRequestComments.writtenAt,
    })
    .from(publishRequestComments)
    .innerJoin(
      users,
      and(eq(users.tenantId, publishRequestComments.tenantId), eq(users.id, publishRequestComments.writtenBy)),
    )
    .where(and(eq(publishRequestComments.tenantId, tx.tenantId), eq(publishRequestComments.requestId, row.id)))
    .orderBy(asc(publishRequestComments.writtenAt))
  const { requestedById, requestedBy, requestedAt, decidedAt, checks, ...rest } = row
  return {
    ...rest,
    checks: [...checks],
    requestedBy: requestedBy ?? '',
    requestedAt: requestedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    isOwn: requestedById === userId,
    comments: comments.map(({ writtenAt, ...comment }) => ({ ...comment, writtenAt: writtenAt.toISOString() })),
  }
}
