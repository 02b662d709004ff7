import { countCalculatorResults } from '@sheetwright/contract/calculators/count-calculator-results.ts'
import { handle } from '../../platform/http/handle.ts'
import { countResults } from '../../platform/identity/visitors.store.ts'
import { requireExecutable } from '../execution/calculation.access.ts'

export const countCalculatorResultsHandler = handle(
  countCalculatorResults,
  async ({ caller, params, body, services }) => {
    await requireExecutable(services.execution, { caller, ...params, versionId: undefined })
    // Only links count: calculations of the organisation's own people are not tracked.
    if (caller.kind !== 'visitor') return { counted: 0 }
    await services.db.inTenant(caller.tenantId, (tx) => countResults(tx, caller.linkId, body.results))
    return { counted: body.results }
  },
)
