import { z } from 'zod'
import { defineCall, json, list } from '../call.ts'
import { product } from '../products/product.ts'

export const cardPageSize = 50

export const listCards = defineCall({
  id: 'board.listCards',
  method: 'POST',
  path: '/api/v1/productkanban/listcards',
  summary: 'List the products in a column of the board that the caller sees, from the top, a page at a time.',
  caller: 'user',
  body: json(
    z.strictObject({
      statusId: z.uuid(),
      page: z.int().min(1).default(1),
      pageSize: z.int().min(1).max(200).default(cardPageSize),
    }),
  ),
  output: list(product),
  errors: ['KANBAN_STATUS_NOT_FOUND'],
})
