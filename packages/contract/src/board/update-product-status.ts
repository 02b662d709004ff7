import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'

export const updateProductStatus = defineCall({
  id: 'board.updateProductStatus',
  method: 'POST',
  path: '/api/v1/productkanban/updateproductstatus',
  summary: 'Move a product to a column of the board: above the given product, else to the bottom.',
  caller: 'user',
  body: json(z.strictObject({ productId: z.uuid(), statusId: z.uuid(), beforeProductId: z.uuid().nullish() })),
  output: data(z.object({ productId: z.uuid(), statusId: z.uuid() })),
  errors: ['PRODUCT_NOT_FOUND', 'KANBAN_STATUS_NOT_FOUND'],
})
