import { layoutProblems } from '@sheetwright/contract/calculators/layout-problems.ts'
import { publishForm } from '@sheetwright/contract/calculators/publish-form.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { assertFormFits } from '../master-api/checked-tutorials.access.ts'
import { assertNoProblems, draftOf, requireFormOf } from './form-draft.access.ts'
import { fitLayout, knownPorts } from './fit-layout.ts'
import { ownLayout } from './form-of-engine.ts'
import { findPublished, insertFormVersion, lockDraft } from './form.store.ts'

export const publishFormHandler = handle(publishForm, async (context) => {
  const { caller, body, services, correlationId } = context
  const found = await requireFormOf(context)
  const { engineId, serviceName } = found.version
  return services.db.inTenant(caller.tenantId, async (tx) => {
    const draft = await lockDraft(tx, engineId)
    if (draft === undefined || draft.edition !== body.edition) {
      throw new CallError('CONFLICT', 'The draft was not saved, or somebody else saved it meanwhile. Load it again.')
    }
    const { shown } = found.engine
    const layout = fitLayout(draft.layout, draft.ports, shown, await ownLayout(tx, found))
    assertNoProblems(layoutProblems(layout, shown))
    await assertFormFits(tx, found.version.productId, layout)
    const before = await findPublished(tx, engineId)
    const number = (before?.number ?? 0) + 1
    const actor = actorOf(caller, correlationId)
    const ports = knownPorts(shown)
    await insertFormVersion(tx, engineId, { layout, ports, number, note: body.note, publishedBy: actor.name })
    await services.events.publish(tx, { type: 'engine.changed', id: engineId })
    await recordAudit(tx, actor, {
      action: 'engine.publishForm',
      entityType: 'engine',
      entityId: engineId,
      entityName: serviceName,
      before: before === undefined ? null : { form: before.number },
      after: { form: number, note: body.note },
    })
    return draftOf(tx, caller, found)
  })
})
