import type { Schedule } from '../../platform/jobs/schedule.ts'
import { listTenantIds } from '../tenants/tenant.store.ts'
import { deliverDue } from './deliver-due.ts'
import { removeOldDeliveries } from './delivery.store.ts'
import { hasErrorRateWebhook, tellErrorRates } from './webhook.store.ts'

const firstWaitMillis = 10_000
const rateMinutes = 15
/** The fewest calls for which an error rate is meaningful. */
const fewestCalls = 20

/** Delivers events to webhooks. */
export const deliverWebhooks: Schedule = {
  name: 'deliver-webhooks',
  // Less than the scheduler's interval: an equal value would miss every other run.
  everySeconds: 3,
  run: async (services, signal) => {
    if (services.settings.webhookHosts.length === 0) return
    await deliverDue(services, await services.db.inSystem(listTenantIds), { firstWaitMillis, signal })
  },
}

export const watchErrorRates: Schedule = {
  name: 'watch-error-rates',
  everySeconds: 60,
  run: async ({ db }, signal) => {
    for (const tenantId of await db.inSystem(listTenantIds)) {
      if (signal.aborted) return
      await db.inTenant(tenantId, async (tx) => {
        if (await hasErrorRateWebhook(tx)) await tellErrorRates(tx, rateMinutes, fewestCalls)
      })
    }
  },
}

export const purgeDeliveries: Schedule = {
  name: 'purge-webhook-deliveries',
  everySeconds: 24 * 60 * 60,
  run: async ({ db }, signal) => {
    for (const tenantId of await db.inSystem(listTenantIds)) {
      if (signal.aborted) return
      await db.inTenant(tenantId, removeOldDeliveries)
    }
  },
}
