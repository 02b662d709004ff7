import { getFormDraft } from '@sheetwright/contract/calculators/get-form-draft.ts'
import { handle } from '../../platform/http/handle.ts'
import { draftOf, requireFormOf } from './form-draft.access.ts'

export const getFormDraftHandler = handle(getFormDraft, async (context) => {
  const { caller, services } = context
  const found = await requireFormOf(context)
  return services.db.inTenant(caller.tenantId, (tx) => draftOf(tx, caller, found))
})
