import { deleteTestBedTemplate } from '@sheetwright/contract/test-beds/delete-test-bed-template.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireTemplate } from './test-bed.access.ts'
import { deleteTemplate } from './test-bed-template.store.ts'

export const deleteTestBedTemplateHandler = handle(deleteTestBedTemplate, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { id } = await requireTemplate(tx, caller, params.template, 'write')
    await deleteTemplate(tx, id)
    return null
  }),
)
