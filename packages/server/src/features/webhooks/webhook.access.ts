import { randomBytes } from 'node:crypto'
import type { Webhook, WebhookDelivery } from '@sheetwright/contract/webhooks/webhook.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/sql-errors.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { requireProduct } from '../engines/engine.access.ts'
import type { StoredDelivery } from './delivery.store.ts'
import { findWebhook, type StoredWebhook, type WebhookFields, webhookNameIndex } from './webhook.store.ts'

/** Creates the secret that signs deliveries. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`
}

export async function requireWebhook(tx: TenantTransaction, id: string): Promise<StoredWebhook> {
  const found = await findWebhook(tx, id)
  if (found === undefined) throw new CallError('WEBHOOK_NOT_FOUND', 'There is no such webhook')
  return found
}

/**
 * Refuses a webhook that could never be delivered: a host that the operator does not allow, or a product that the
 * caller does not see.
 */
export async function assertDeliverable(
  tx: TenantTransaction,
  caller: UserIdentity,
  { url, productId }: Pick<WebhookFields, 'url' | 'productId'>,
  allowedHosts: readonly string[],
): Promise<void> {
  const host = new URL(url).hostname.toLowerCase().replace(/^\[|\]$/g, '')
  if (!allowedHosts.includes(host)) {
    const message = `The host ${host} is not among those that this installation allows`
    const allowed = allowedHosts.join(', ') || 'none; the operator names them in SHEETWRIGHT_WEBHOOK_HOSTS'
    throw new CallError('INVALID_INPUT', message, [{ field: 'body.url', message, allowed }])
  }
  if (productId !== null) await requireProduct(tx, caller, productId, 'read')
}

/** Webhook names are unique. */
export function nameTaken(name: string): (error: unknown) => never {
  return (error) => {
    if (!isUniqueViolation(error, webhookNameIndex)) throw error
    const message = `There is already a webhook with the name "${name}"`
    throw new CallError('WEBHOOK_ALREADY_EXISTS', message, [{ field: 'body.name', message }])
  }
}

export function shownWebhook({ createdAt, ...rest }: StoredWebhook): Webhook {
  return { ...rest, createdAt: createdAt.toISOString() }
}

export function shownDelivery(delivery: StoredDelivery): WebhookDelivery {
  const { createdAt, deliveredAt, nextAttemptAt, state } = delivery
  return {
    ...delivery,
    createdAt: createdAt.toISOString(),
    deliveredAt: deliveredAt?.toISOString() ?? null,
    nextAttemptAt: state === 'waiting' ? nextAttemptAt.toISOString() : null,
  }
}

/** For the audit trail: everything but the secret. */
export function auditedWebhook({ name, url, events, productId, errorPercent, active }: WebhookFields) {
  return { name, url, events: [...events], productId, errorPercent, active }
}
