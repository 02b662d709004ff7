import type { WebhookEvent } from '@sheetwright/contract/webhooks/webhook.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import { products } from '../../platform/db/schema/products.ts'
import { users } from '../../platform/db/schema/users.ts'
import { webhookDeliveries, webhooks } from '../../platform/db/schema/webhooks.ts'

export const webhookNameIndex = 'webhooks_name'

export interface WebhookFields {
  readonly name: string
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly productId: string | null
  readonly errorPercent: number
  readonly active: boolean
}

function countOf(state: 'waiting' | 'failed') {
  return sql<number>`(SELECT count(*)::int FROM ${webhookDeliveries} d WHERE d.tenant_id = ${webhooks.tenantId}
    AND d.webhook_id = ${webhooks.id} AND d.state = ${state})`
}

function selectWebhooks(tx: TenantTransaction) {
  return tx.q
    .select({
      id: webhooks.id,
      name: webhooks.name,
      url: webhooks.url,
      events: webhooks.events,
      productId: webhooks.productId,
      productName: products.name,
      errorPercent: webhooks.errorPercent,
      active: webhooks.active,
      waiting: countOf('waiting'),
      failed: countOf('failed'),
      createdBy: users.fullName,
      createdAt: webhooks.createdAt,
    })
    .from(webhooks)
    .innerJoin(users, and(eq(users.tenantId, webhooks.tenantId), eq(users.id, webhooks.createdBy)))
    .leftJoin(products, and(eq(products.tenantId, webhooks.tenantId), eq(products.id, webhooks.productId)))
}

export type StoredWebhook = Awaited<ReturnType<typeof allWebhooks>>[number]

export function allWebhooks(tx: TenantTransaction) {
  return selectWebhooks(tx).where(eq(webhooks.tenantId, tx.tenantId)).orderBy(asc(webhooks.name))
}

export async function findWebhook(tx: TenantTransaction, id: string): Promise<StoredWebhook | undefined> {
  const [row] = await selectWebhooks(tx).where(and(eq(webhooks.tenantId, tx.tenantId), eq(webhooks.id, id)))
  return row
}

export async function insertWebhook(
  tx: TenantTransaction,
  given: WebhookFields & { readonly secret: string; readonly createdBy: string },
): Promise<string> {
  const id = newId()
  await tx.q.insert(webhooks).values({ tenantId: tx.tenantId, id, ...given, events: [...given.events] })
  return id
}

export async function changeWebhook(tx: TenantTransaction, id: string, given: WebhookFields): Promise<void> {
  await tx.q
    .update(webhooks)
    .set({ ...given, events: [...given.events] })
    .where(and(eq(webhooks.tenantId, tx.tenantId), eq(webhooks.id, id)))
}

export async function setSecret(tx: TenantTransaction, id: string, secret: string): Promise<void> {
  await tx.q
    .update(webhooks)
    .set({ secret })
    .where(and(eq(webhooks.tenantId, tx.tenantId), eq(webhooks.id, id)))
}

export async function removeWebhook(tx: TenantTransaction, id: string): Promise<void> {
  await tx.q.delete(webhooks).where(and(eq(webhooks.tenantId, tx.tenantId), eq(webhooks.id, id)))
}

/** Notifies webhooks of engines whose error rate exceeds their limit, once until it falls below again. */
export async function tellErrorRates(tx: TenantTransaction, minutes: number, fewest: number): Promise<void> {
  await tx.q.execute(sql`
    WITH rates AS (
      SELECT w.id AS webhook_id, w.error_percent, e.id AS engine_id, e.service_name, e.product_id, c.calls, c.wrong
      FROM webhooks w
      JOIN engines e ON e.tenant_id = w.tenant_id AND e.deleted_at IS NULL
        AND (w.product_id IS NULL OR w.product_id = e.product_id)
      CROSS JOIN LATERAL (
        SELECT count(*) AS calls, count(*) FILTER (WHERE has_errors) AS wrong FROM engine_calls k
        WHERE k.tenant_id = e.tenant_id AND k.engine_id = e.id AND k.at > now() - make_interval(mins => ${minutes})
      ) c
      WHERE w.tenant_id = ${tx.tenantId} AND w.active AND 'errors.above' = ANY (w.events)
    ), above AS (
      SELECT * FROM rates WHERE calls >= ${fewest} AND wrong * 100 > calls * error_percent
    ), calm AS (
      DELETE FROM webhook_alarms a USING rates r WHERE a.tenant_id = ${tx.tenantId} AND a.webhook_id = r.webhook_id
        AND a.engine_id = r.engine_id AND NOT r.wrong * 100 > r.calls * r.error_percent
    ), alarmed AS (
      INSERT INTO webhook_alarms (tenant_id, webhook_id, engine_id)
      SELECT ${tx.tenantId}::uuid, webhook_id, engine_id FROM above ON CONFLICT DO NOTHING
      RETURNING webhook_id, engine_id
    )
    INSERT INTO webhook_deliveries (tenant_id, webhook_id, event, subject, payload)
    SELECT ${tx.tenantId}::uuid, r.webhook_id, 'errors.above', r.engine_id::text, jsonb_build_object(
      'productId', r.product_id, 'engineId', r.engine_id, 'engine', r.service_name, 'minutes', ${minutes}::int,
      'calls', r.calls, 'callsWithErrors', r.wrong, 'limitPercent', r.error_percent)
    FROM above r JOIN alarmed a ON a.webhook_id = r.webhook_id AND a.engine_id = r.engine_id`)
}

/** Whether any webhook wants error rates: calls are counted only for those. */
export async function hasErrorRateWebhook(tx: TenantTransaction): Promise<boolean> {
  const rows = await tx.q
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.tenantId, tx.tenantId), webhooks.active, sql`'errors.above' = ANY (${webhooks.events})`))
    .limit(1)
  return rows.length > 0
}

/** Notifies webhooks that the checks of a version prevented publishing. */
export async function tellGateFailed(
  tx: TenantTransaction,
  { engineId, versionId, message }: { engineId: string; versionId: string; message: string },
): Promise<void> {
  await tx.q.execute(sql`
    SELECT tell_webhooks(e.tenant_id, 'gate.failed', e.product_id, e.id::text, jsonb_build_object(
      'gate', 'checks', 'productId', e.product_id, 'engineId', e.id, 'engine', e.service_name, 'versionId', v.id,
      'version', concat_ws('.', v.major, v.minor, v.patch), 'message', ${message}::text))
    FROM engines e JOIN engine_versions v ON v.tenant_id = e.tenant_id AND v.engine_id = e.id
    WHERE e.tenant_id = ${tx.tenantId} AND e.id = ${engineId} AND v.id = ${versionId}`)
}
