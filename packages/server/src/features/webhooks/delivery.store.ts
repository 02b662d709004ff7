import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { webhookDeliveries } from '../../platform/db/schema/webhooks.ts'

const columns = {
  id: webhookDeliveries.id,
  event: webhookDeliveries.event,
  payload: webhookDeliveries.payload,
  state: webhookDeliveries.state,
  attempts: webhookDeliveries.attempts,
  nextAttemptAt: webhookDeliveries.nextAttemptAt,
  lastStatus: webhookDeliveries.lastStatus,
  lastProblem: webhookDeliveries.lastProblem,
  createdAt: webhookDeliveries.createdAt,
  deliveredAt: webhookDeliveries.deliveredAt,
}

export type StoredDelivery = Awaited<ReturnType<typeof deliveriesOf>>['items'][number]

type State = StoredDelivery['state']

export async function deliveriesOf(
  tx: TenantTransaction,
  webhookId: string,
  { page, pageSize, state }: { page: number; pageSize: number; state?: 'waiting' | 'delivered' | 'failed' | undefined },
) {
  const isWanted = and(
    eq(webhookDeliveries.tenantId, tx.tenantId),
    eq(webhookDeliveries.webhookId, webhookId),
    state === undefined ? undefined : eq(webhookDeliveries.state, state),
  )
  const items = await tx.q
    .select(columns)
    .from(webhookDeliveries)
    .where(isWanted)
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.number))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const [total] = await tx.q.select({ count: count() }).from(webhookDeliveries).where(isWanted)
  return { items, count: total?.count ?? 0 }
}

/**
 * Repeats a delivery; undefined if it does not exist. A delivery that was given up or has arrived moves to the end of
 * the queue, so that nothing newer waits for it; a waiting one keeps its place and is tried now.
 */
export async function restartDelivery(
  tx: TenantTransaction,
  webhookId: string,
  id: string,
): Promise<StoredDelivery | undefined> {
  const isThis = and(
    eq(webhookDeliveries.tenantId, tx.tenantId),
    eq(webhookDeliveries.webhookId, webhookId),
    eq(webhookDeliveries.id, id),
  )
  await tx.q.execute(sql`
    UPDATE webhook_deliveries SET state = 'waiting', attempts = 0, attempt_id = NULL, next_attempt_at = now(), number = DEFAULT
    WHERE ${isThis} AND state <> 'waiting'`)
  // A delivery being sent is left alone.
  await tx.q
    .update(webhookDeliveries)
    .set({ nextAttemptAt: sql`now()` })
    .where(and(isThis, isNull(webhookDeliveries.attemptId)))
  const [row] = await tx.q.select(columns).from(webhookDeliveries).where(isThis)
  return row
}

/** The active webhooks with due deliveries. */
export async function dueWebhooks(tx: TenantTransaction): Promise<string[]> {
  const { rows } = await tx.q.execute<{ id: string }>(sql`
    SELECT w.id FROM webhooks w WHERE w.tenant_id = ${tx.tenantId} AND w.active AND EXISTS (
      SELECT FROM webhook_deliveries d WHERE d.tenant_id = w.tenant_id AND d.webhook_id = w.id AND d.state = 'waiting'
        AND d.next_attempt_at <= now())`)
  return rows.map(({ id }) => id)
}

/** The next delivery, with its target. */
export interface DueDelivery {
  readonly id: string
  readonly attemptId: string
  readonly event: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly attempts: number
  readonly createdAt: string
  readonly url: string
  readonly secret: string
}

/**
 * Claims the next due delivery of a webhook. An earlier, undelivered event about the same entity goes first. Nobody
 * else can claim it during the lease.
 */
export async function takeDueDelivery(
  tx: TenantTransaction,
  webhookId: string,
  leaseMillis: number,
): Promise<DueDelivery | undefined> {
  const { rows } = await tx.q.execute<DueDelivery & Record<string, unknown>>(sql`
    WITH heads AS (
      SELECT DISTINCT ON (d.subject) d.id, d.number, d.next_attempt_at FROM webhook_deliveries d
      WHERE d.tenant_id = ${tx.tenantId} AND d.webhook_id = ${webhookId} AND d.state = 'waiting'
      ORDER BY d.subject, d.number
    ), due AS (
      SELECT id FROM heads WHERE next_attempt_at <= now() ORDER BY number LIMIT 1
    )
    UPDATE webhook_deliveries t
    SET attempts = t.attempts + 1, attempt_id = gen_random_uuid(),
      next_attempt_at = now() + ${leaseMillis} * interval '1 millisecond'
    FROM due, webhooks w
    WHERE t.tenant_id = ${tx.tenantId} AND t.id = due.id AND t.state = 'waiting' AND t.next_attempt_at <= now()
      AND w.tenant_id = t.tenant_id AND w.id = t.webhook_id AND w.active
    RETURNING t.id, t.attempt_id AS "attemptId", t.event, t.payload, t.attempts, t.created_at AS "createdAt", w.url, w.secret`)
  const [row] = rows
  return row && { ...row, createdAt: new Date(row.createdAt).toISOString() }
}

export async function endAttempt(
  tx: TenantTransaction,
  { id, attemptId }: Pick<DueDelivery, 'id' | 'attemptId'>,
  end: { state: State; status: number | null; problem: string | null; waitMillis: number },
): Promise<void> {
  await tx.q
    .update(webhookDeliveries)
    .set({
      state: end.state,
      attemptId: null,
      lastStatus: end.status,
      lastProblem: end.problem,
      nextAttemptAt: sql`now() + ${end.waitMillis} * interval '1 millisecond'`,
      ...(end.state === 'delivered' ? { deliveredAt: sql`now()` } : {}),
    })
    .where(
      and(
        eq(webhookDeliveries.tenantId, tx.tenantId),
        eq(webhookDeliveries.id, id),
        eq(webhookDeliveries.attemptId, attemptId),
      ),
    )
}

/** Deletes old deliveries, whether they arrived or not. */
export async function removeOldDeliveries(tx: TenantTransaction): Promise<void> {
  await tx.q.execute(sql`
    DELETE FROM webhook_deliveries WHERE tenant_id = ${tx.tenantId} AND created_at < now() - interval '30 days'`)
}
