import type { Call } from '@sheetwright/contract/call.ts'
import type { getFormSpec } from '@sheetwright/contract/calculators/get-form-spec.ts'
import type { getFormState } from '@sheetwright/contract/calculators/get-form-state.ts'
import type { FormSpec } from '@sheetwright/contract/calculators/form-spec.ts'
import type { FormState } from '@sheetwright/contract/calculators/form-state.ts'
import type { CallContext } from '../../platform/http/handle.ts'
import { countResults } from '../../platform/identity/visitors.store.ts'
import { calculateFor, requireExecutable } from '../execution/calculation.access.ts'
import { settingsOfTenant } from '../tenants/tenant.store.ts'
import { specOf, startingValues, stateOf } from './form-of-engine.ts'
import { shownForm } from './shown-form.ts'

type Asked<C extends Call> = Pick<
  CallContext<C>,
  'caller' | 'params' | 'body' | 'services' | 'correlationId' | 'bodyText' | 'tellLimit'
>

/** GetFormSpec and its tutorial variant. */
export async function answerFormSpec(context: Asked<typeof getFormSpec>): Promise<FormSpec> {
  const { caller, params, body, services } = context
  const found = await requireExecutable(services.execution, { caller, ...params, versionId: body.versionId })
  const form = await shownForm(services.db, caller, found, body.form)
  const { brand } = await services.db.inSystem((tx) => settingsOfTenant(tx, caller.tenantId))
  return specOf(found, caller, form, brand)
}

/** GetFormState and its tutorial variant. */
export async function answerFormState(context: Asked<typeof getFormState>): Promise<FormState> {
  const { caller, params, body, services, correlationId: requestId, bodyText: requestText, tellLimit } = context
  const { execution, db } = services
  const found = await requireExecutable(execution, { caller, ...params, versionId: body.versionId })
  const { layout } = await shownForm(db, caller, found, body.form)
  const inputs = startingValues(layout, found.engine.shown.inputs, body.inputs)
  await execution.callLimits.takeEngine(caller.tenantId, caller, found.version.engineId, tellLimit)
  if (caller.kind === 'visitor') {
    await db.inTenant(caller.tenantId, (tx) => countResults(tx, caller.linkId, 1))
  }
  return calculateFor(execution, found, { caller, inputs, requestId, requestText }, (calculation) =>
    stateOf(found, layout, inputs, calculation),
  )
}
