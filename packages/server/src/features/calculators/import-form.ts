import { importForm } from '@sheetwright/contract/calculators/import-form.ts'
import { readLayout } from '@sheetwright/contract/calculators/layout-problems.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import { handle } from '../../platform/http/handle.ts'
import { assertNoProblems, draftOf, keepDraft, requireFormOf } from './form-draft.access.ts'

export const importFormHandler = handle(importForm, async (context) => {
  const { caller, body, services, correlationId } = context
  const found = await requireFormOf(context)
  const { layout, problems } = readLayout(body.layout, found.engine.shown)
  assertNoProblems(problems)
  return services.db.inTenant(caller.tenantId, async (tx) => {
    if (layout !== undefined) {
      await keepDraft(tx, found, { layout, edition: body.edition, savedBy: actorOf(caller, correlationId).name })
    }
    return draftOf(tx, caller, found)
  })
})
