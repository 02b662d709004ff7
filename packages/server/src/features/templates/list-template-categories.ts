import { listTemplateCategories } from '@sheetwright/contract/templates/list-template-categories.ts'
import { handle } from '../../platform/http/handle.ts'
import { addStarters, templateCategories } from './template.store.ts'

export const listTemplateCategoriesHandler = handle(listTemplateCategories, ({ caller, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    await addStarters(tx)
    return templateCategories(tx)
  }),
)
