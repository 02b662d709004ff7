import { defineCall, json, list } from '../call.ts'
import { listRequest } from '../list.ts'
import { product, productPageSize } from './product.ts'

export const listProducts = defineCall({
  id: 'products.listProducts',
  method: 'POST',
  path: '/api/v1/product/list',
  summary: 'List the products the caller may see, a page at a time.',
  caller: 'user',
  body: json(
    listRequest({
      pageSize: productPageSize.list,
      sortable: ['updated', 'created', 'name', 'status'],
      searchable: ['productName_co', 'status1_co', 'name1_co', 'isstarred'],
      defaultSort: '-updated',
    }),
  ),
  output: list(product),
  errors: [],
})
