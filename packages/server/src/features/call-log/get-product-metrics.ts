import { getProductMetrics } from '@sheetwright/contract/call-log/get-product-metrics.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { readerOf } from '../products/product.access.ts'
import { findProduct } from '../products/product.store.ts'
import { callCounts } from './call.store.ts'

export const getProductMetricsHandler = handle(getProductMetrics, async (context) => {
  const { caller, params, body, services } = context
  await services.execution.calls.flush(caller.tenantId)
  return services.db.inTenant(caller.tenantId, async (tx) => {
    const product = await findProduct(tx, readerOf(caller), params.product)
    if (product === undefined) throw new CallError('PRODUCT_NOT_FOUND', `There is no product "${params.product}"`)
    const counts = await callCounts(tx, product.id, { from: body.StartDate, to: body.EndDate })
    const rows = counts.map(({ micros, ...count }) => ({ ...count, millis: micros / 1000 }))
    return { counter: 'Spark.ApiCalls' as const, rows }
  })
})
