import type { Schedule } from '../../platform/jobs/schedule.ts'
import { listTenantIds } from '../tenants/tenant.store.ts'
import { deliverDue } from './deliver-due.ts'
import { removeOldDeliveries } from './delivery.store.ts'
import { hasErrorRateWebhook, tellErrorRates } from './webhook.store.ts'

const firstWaitMillis = 10_000
const rateMinutes = 15
/** Of fewer calls a share says nothing. */
const fewestCalls = 20

/** Tells webhooks what happened. */
export const deliverWebhooks: Schedule = {
  name: 'deliver-webhooks',
  // Less than the scheduler waits between two looks: with as much it would miss every other one.
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
