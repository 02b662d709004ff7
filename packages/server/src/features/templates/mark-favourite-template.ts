import { markFavouriteTemplate } from '@sheetwright/contract/templates/mark-favourite-template.ts'
import { handle } from '../../platform/http/handle.ts'
import { existingTemplate } from './template.access.ts'
import { setFavouriteTemplate } from './template.store.ts'

export const markFavouriteTemplateHandler = handle(markFavouriteTemplate, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { id } = await existingTemplate(tx, caller, params.id)
    const isStarred = params.flag === 'true'
    await setFavouriteTemplate(tx, caller.userId, id, isStarred)
    return { isStarred }
  }),
)
