import type { Handler } from '../../platform/http/handle.ts'
import { deleteTemplateHandler } from './delete-template.ts'
import { downloadTemplateHandler } from './download-template.ts'
import { listTemplateCategoriesHandler } from './list-template-categories.ts'
import { listTemplatesHandler } from './list-templates.ts'
import { markFavouriteTemplateHandler } from './mark-favourite-template.ts'
import { saveTemplateHandler } from './save-template.ts'

export const templateRoutes: readonly Handler[] = [
  listTemplatesHandler,
  listTemplateCategoriesHandler,
  saveTemplateHandler,
  deleteTemplateHandler,
  markFavouriteTemplateHandler,
  downloadTemplateHandler,
]
