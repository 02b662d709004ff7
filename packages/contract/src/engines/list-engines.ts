import { defineCall, json, list } from '../call.ts'
import { listRequest } from '../list.ts'
import { engine, enginePageSize } from './engine.ts'
import { productParams } from '../products/product-address.ts'

export const listEngines = defineCall({
  id: 'engines.listEngines',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/list',
  alsoUnderTenant: true,
  summary: 'List the engines of a product that the caller may see.',
  caller: 'user',
  keyScope: 'author',
  rule: { module: 'ProductEngine', rule: 'View' },
  params: productParams,
  body: json(
    listRequest({
      pageSize: enginePageSize,
      sortable: ['name', 'created', 'updated'],
      searchable: ['serviceName_co', 'isfavorite'],
      defaultSort: '-updated',
    }),
  ),
  output: list(engine),
  errors: ['PRODUCT_NOT_FOUND'],
})
