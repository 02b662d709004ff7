import { createHmac } from 'node:crypto'
import type { Services } from '../../services.ts'
import { OutsideFailure, postOutside } from '../../platform/net/post-outside.ts'
import { type DueDelivery, dueWebhooks, endAttempt, takeDueDelivery } from './delivery.store.ts'

export interface DeliveryOptions {
  /** Wait after the first failed attempt; it doubles with each further one. */
  readonly firstWaitMillis: number
  readonly signal: AbortSignal
}

/** The most deliveries of a webhook per run, so that a busy one does not delay the others. */
const mostOfWebhook = 50
const webhooksAtOnce = 8
const answerMillis = 10_000
const leaseMillis = 3 * answerMillis
const longestWaitMillis = 60 * 60_000
/** With the waits above, this covers more than a day. */
const mostAttempts = 36
const mostAnswerBytes = 64 * 1024
const longestProblem = 500

/** Sends the due deliveries of these tenants. A receiver that is slow or down delays no other one. */
export async function deliverDue(
  services: Pick<Services, 'db' | 'settings'>,
  tenantIds: readonly string[],
  options: DeliveryOptions,
): Promise<void> {
  const waiting: (() => Promise<void>)[] = []
  for (const tenantId of tenantIds) {
    const ids = await services.db.inTenant(tenantId, dueWebhooks)
    waiting.push(...ids.map((id) => () => deliverTo(services, tenantId, id, options)))
  }
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next()
  }
  await Promise.all(Array.from({ length: webhooksAtOnce }, work))
}

async function deliverTo(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  tenantId: string,
  webhookId: string,
  { firstWaitMillis, signal }: DeliveryOptions,
): Promise<void> {
  for (let sent = 0; sent < mostOfWebhook && !signal.aborted; sent++) {
    const due = await db.inTenant(tenantId, (tx) => takeDueDelivery(tx, webhookId, leaseMillis))
    if (due === undefined) return
    const outcome = await attempt(due, settings.webhookHosts)
    const waitMillis = Math.min(firstWaitMillis * 2 ** (due.attempts - 1), longestWaitMillis)
    const state = outcome.problem === null ? 'delivered' : due.attempts >= mostAttempts ? 'failed' : 'waiting'
    await db.inTenant(tenantId, (tx) => endAttempt(tx, due, { ...outcome, state, waitMillis }))
    // The receiver is probably down: the rest waits for the next run.
    if (outcome.problem !== null) return
  }
}

async function attempt(
  due: DueDelivery,
  allowedHosts: readonly string[],
): Promise<{ status: number | null; problem: string | null }> {
  const { id, event, createdAt, payload, url, secret } = due
  const body = JSON.stringify({ id, event, createdAt, data: payload })
  const seconds = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  const headers = {
    'user-agent': 'Sheetwright',
    'x-sheetwright-event': event,
    'x-sheetwright-delivery': id,
    'x-sheetwright-signature': `t=${seconds},v1=${signature}`,
  }
  try {
    const answer = await postOutside({
      url,
      allowedHosts,
      body,
      headers,
      millis: answerMillis,
      maxBytes: mostAnswerBytes,
    })
    const isTaken = answer.status >= 200 && answer.status < 300
    return { status: answer.status, problem: isTaken ? null : `It answered with status ${answer.status}` }
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error
    return { status: null, problem: error.message.slice(0, longestProblem) }
  }
}
