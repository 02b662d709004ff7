import type { Handler } from '../../platform/http/handle.ts'
import { deleteCategoryHandler } from './delete-category.ts'
import { getCategoriesHandler } from './get-categories.ts'
import { saveCategoryHandler } from './save-category.ts'

export const categoryRoutes: readonly Handler[] = [getCategoriesHandler, saveCategoryHandler, deleteCategoryHandler]
