import { z } from 'zod'
import { defineCall, json, list } from '../call.ts'
import { listRequest } from '../list.ts'
import { product, productPageSize } from './product.ts'

/**
 * Search fields. `_co` means contains, case-insensitive: `productName_co` in the name, `status1_co` in the status (also
 * spelt In Design and so on), `name1_co` in a category, where commas separate alternatives. `category_in` is one of the
 * categories with exactly these keys, comma-separated. `isstarred` is true or false.
 */
export const productFilters = ['productName_co', 'status1_co', 'name1_co', 'category_in', 'isstarred'] as const

/** The same fields in the spelling of existing clients. */
const clientFilters = ['name', 'category', 'status'] as const

export type ProductFilter = (typeof productFilters)[number] | (typeof clientFilters)[number]

export const listProducts = defineCall({
  id: 'products.listProducts',
  method: 'POST',
  path: '/api/v1/product/list',
  alsoUnderTenant: true,
  summary:
    'List the products the caller may see, a page at a time. Filters: productName_co, status1_co and name1_co (a category; ' +
    'commas separate alternatives) match what contains the value, without regard to case; category_in takes exact keys, ' +
    'separated by commas; isstarred is true or false; name, category and status are other names of the first three.',
  caller: 'user',
  keyScope: 'author',
  body: json(
    listRequest({
      pageSize: productPageSize.list,
      sortable: ['updated', 'created', 'name', 'status'],
      searchable: [...productFilters, ...clientFilters],
      defaultSort: '-updated',
    })
      .unwrap()
      .extend({
        shouldFetchActiveServicesCount: z
          .boolean()
          .optional()
          .describe('Sent by existing clients; engines are always counted'),
      })
      .prefault({}),
  ),
  output: list(product),
  errors: [],
})
