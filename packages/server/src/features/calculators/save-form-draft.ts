import { saveFormDraft } from '@sheetwright/contract/calculators/save-form-draft.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import { handle } from '../../platform/http/handle.ts'
import { draftOf, keepDraft, requireFormOf } from './form-draft.access.ts'

export const saveFormDraftHandler = handle(saveFormDraft, async (context) => {
  const { caller, body, services, correlationId } = context
  const found = await requireFormOf(context)
  return services.db.inTenant(caller.tenantId, async (tx) => {
    await keepDraft(tx, found, { ...body, savedBy: actorOf(caller, correlationId).name })
    return draftOf(tx, caller, found)
  })
})
