import { getUsageDetails } from '@sheetwright/contract/insights/get-usage-details.ts'
import { momentOf, pointsBetween, zoneTime } from '@sheetwright/contract/insights/zone-days.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { readerOf } from '../products/product.access.ts'
import { findProduct } from '../products/product.store.ts'
import { askedEngines } from './usage.access.ts'
import { sumUsageBy, sumUsageOverTime } from './usage.store.ts'
import { quarterRange, spansOfPoints } from './whole-spans.ts'

const mostCallers = 200

export const getUsageDetailsHandler = handle(
  getUsageDetails,
  async ({ caller, params, body: { months: count, zone }, services: { db, execution } }) => {
    await execution.calls.flush(caller.tenantId)
    const local = new Date(zoneTime(Date.now(), zone))
    const first = momentOf(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() - count + 1, 1), zone)
    const { from, to } = quarterRange({ from: new Date(first).toISOString(), to: new Date().toISOString() })
    const points = pointsBetween(from, to, 'month', zone)
    return db.inTenant(caller.tenantId, async (tx) => {
      const product = await findProduct(tx, readerOf(caller), params.product)
      if (product === undefined) throw new CallError('PRODUCT_NOT_FOUND', `There is no product "${params.product}"`)
      const engines = await askedEngines(tx, caller, { product: [product.id] })
      const query = { ranges: spansOfPoints(points, to), engines, userId: caller.userId, filter: {} }
      const rows = await sumUsageOverTime(tx, query, points, 'engine')
      const callers = await sumUsageBy(tx, query, 'caller')
      return {
        months: points.map((point) => new Date(zoneTime(point, zone)).toISOString().slice(0, 7)),
        engines: engines.map(({ id, serviceName }) => ({
          id,
          serviceName,
          months: points.map((_, index) => {
            const sums = rows.find(({ key, point }) => key === id && point === index)?.sums
            return { calls: sums?.calls ?? 0, errors: sums?.errors ?? 0, records: sums?.records ?? 0 }
          }),
        })),
        callers: callers
          .slice(0, mostCallers)
          .map(({ key, name, sums: { callers: _callers, ...sums } }) => ({ key, name, ...sums })),
      }
    })
  },
)
