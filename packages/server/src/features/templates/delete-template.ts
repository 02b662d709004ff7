import { deleteTemplate } from '@sheetwright/contract/templates/delete-template.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { handle } from '../../platform/http/handle.ts'
import { assertMayChange, existingTemplate } from './template.access.ts'
import { removeTemplate } from './template.store.ts'

export const deleteTemplateHandler = handle(deleteTemplate, ({ caller, params, services: { db }, correlationId }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const found = await existingTemplate(tx, caller, params.id)
    assertMayChange(found)
    await removeTemplate(tx, found.id)
    await recordAudit(tx, actorOf(caller, correlationId), {
      action: 'template.delete',
      entityType: 'template',
      entityId: found.id,
      entityName: found.templateName,
      before: { name: found.templateName, file: found.file.name },
      after: null,
    })
    return { id: found.id }
  }),
)
