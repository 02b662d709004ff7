import { getVersionOverview } from '@sheetwright/contract/insights/get-version-overview.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { readerOf } from '../products/product.access.ts'
import { findProduct } from '../products/product.store.ts'
import { enginesInSight } from './usage.store.ts'
import { versionsOfEngines } from './version-overview.store.ts'

export const getVersionOverviewHandler = handle(
  getVersionOverview,
  async ({ caller, params, query, services: { db } }) => {
    const date = query.date ?? new Date().toISOString().slice(0, 10)
    // A given day means its start.
    const at = query.date === undefined ? new Date().toISOString() : `${date}T00:00:00.000Z`
    return db.inTenant(caller.tenantId, async (tx) => {
      const product = await findProduct(tx, readerOf(caller), params.product)
      if (product === undefined) throw new CallError('PRODUCT_NOT_FOUND', `There is no product "${params.product}"`)
      const engines = (await enginesInSight(tx, caller)).filter(({ productId }) => productId === product.id)
      const versions = await versionsOfEngines(
        tx,
        engines.map(({ id }) => id),
      )
      return {
        date,
        engines: engines
          .map(({ id, serviceName, seesAll }) => {
            const own = versions.filter(
              ({ engineId, state }) => engineId === id && (seesAll || state === 'Active' || state === 'Inactive'),
            )
            const effective = own.find(
              ({ state, effectiveStart, effectiveEnd }) =>
                state === 'Active' && effectiveStart <= at && at <= effectiveEnd,
            )
            return {
              id,
              serviceName,
              effective: effective?.id ?? null,
              versions: own.map(({ engineId: _engineId, ...version }) => version),
            }
          })
          .sort((a, b) => a.serviceName.localeCompare(b.serviceName)),
      }
    })
  },
)
