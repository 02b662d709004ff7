import { z } from 'zod'
import { defineCall, json, list } from '../call.ts'
import { listRequest } from '../list.ts'
import { engine, enginePageSize } from './engine.ts'

export const listEngines = defineCall({
  id: 'engines.listEngines',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/list',
  summary: 'List the engines of a product that the caller may see.',
  caller: 'user',
  keyScope: 'author',
  rule: { module: 'ProductEngine', rule: 'View' },
  params: z.strictObject({ product: z.string().min(1).max(200) }),
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
