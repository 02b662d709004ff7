import { getTutorialFormSpec } from '@sheetwright/contract/calculators/get-tutorial-form-spec.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireExecutable } from '../execution/calculation.access.ts'
import { ownLayout, specOf } from './form-of-engine.ts'

export const getTutorialFormSpecHandler = handle(getTutorialFormSpec, async ({ caller, params, body, services }) => {
  const found = await requireExecutable(services.execution, { caller, ...params, versionId: body.versionId })
  return specOf(found, caller, { layout: await ownLayout(services, found, caller.tenantId), source: 'generated' })
})
