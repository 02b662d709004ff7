import { getTestComparison } from '@sheetwright/contract/test-beds/get-test-comparison.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireComparison } from './comparison.access.ts'

export const getTestComparisonHandler = handle(getTestComparison, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => (await requireComparison(tx, caller, params.comparison)).answer),
)
