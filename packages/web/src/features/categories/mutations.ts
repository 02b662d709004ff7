import type { SentBody } from '@sheetwright/contract/call.ts'
import type { Category } from '@sheetwright/contract/categories/category.ts'
import { deleteCategory } from '@sheetwright/contract/categories/delete-category.ts'
import { saveCategory } from '@sheetwright/contract/categories/save-category.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { productKeys } from '../products/queries.ts'
import { categoryKeys } from './queries.ts'

export function useSaveCategory() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (category: SentBody<typeof saveCategory>) => api.call(saveCategory, { body: category }),
    onSuccess: () => queries.invalidateQueries({ queryKey: categoryKeys.all }),
    meta: { announced: false },
  })
}

/** Also removes the products from the category; the caller has asked for confirmation. */
export function useDeleteCategory() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ key, products }: Category) =>
      api.call(deleteCategory, { params: { key }, query: { force: products > 0 ? 'true' : 'false' } }),
    onSettled: () => queries.invalidateQueries({ queryKey: productKeys.all }),
  })
}
