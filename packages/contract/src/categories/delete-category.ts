import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { category } from './category.ts'

export const deleteCategory = defineCall({
  id: 'categories.deleteCategory',
  method: 'DELETE',
  path: '/api/v1/lookup/deletecategory/{key}',
  alsoUnderTenant: true,
  summary: 'Delete a category. While products are in it that needs force, which takes them out of it.',
  caller: 'supervisor',
  flag: 'ShowCategories',
  params: z.strictObject({ key: z.string().min(1).max(200) }),
  query: z.strictObject({ force: z.enum(['true', 'false']).default('false') }),
  output: data(
    z.object({
      key: z.string(),
      products: z.int().min(0).describe('How many products were in it'),
      'Metadata.ProductCategories': z.array(category).describe('The categories that are left'),
    }),
  ),
  errors: ['CATEGORY_NOT_FOUND', 'CATEGORY_IN_USE'],
})
