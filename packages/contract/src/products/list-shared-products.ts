import { defineCall, json, list } from '../call.ts'
import { listRequest } from '../list.ts'
import { productFilters } from './list-products.ts'
import { product, productPageSize } from './product.ts'

export const listSharedProducts = defineCall({
  id: 'products.listSharedProducts',
  method: 'POST',
  path: '/api/v1/product/shared/list',
  summary:
    'List the products of others that the caller or a group of theirs has a permission on. Filters as in the list.',
  caller: 'user',
  body: json(
    listRequest({
      pageSize: productPageSize.shared,
      sortable: ['updated', 'created', 'name', 'status'],
      searchable: productFilters,
      defaultSort: '-updated',
    }),
  ),
  output: list(product),
  errors: [],
})
