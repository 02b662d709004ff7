import { getFormState } from '@sheetwright/contract/calculators/get-form-state.ts'
import { handle } from '../../platform/http/handle.ts'
import { countResults } from '../../platform/identity/visitors.store.ts'
import { calculateFor, requireExecutable } from '../execution/calculation.access.ts'
import { ownLayout, startingValues, stateOf } from './form-of-engine.ts'

export const getFormStateHandler = handle(getFormState, async (context) => {
  const { caller, params, body, services, correlationId: requestId, bodyText: requestText } = context
  const { execution } = services
  const found = await requireExecutable(execution, { caller, ...params, versionId: body.versionId })
  const layout = await ownLayout(services, found, caller.tenantId)
  const inputs = startingValues(layout, found.engine.shown.inputs, body.inputs)
  if (caller.kind === 'visitor') {
    await services.db.inTenant(caller.tenantId, (tx) => countResults(tx, caller.linkId, 1))
  }
  return calculateFor(execution, found, { caller, inputs, requestId, requestText }, (calculation) =>
    stateOf(found, layout, inputs, calculation),
  )
})
