import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { day, moment } from '../dates.ts'
import { entityName } from '../names.ts'
import { longestReason, longestSummary, productDetail, productStatus } from './product.ts'
import { productParams } from './product-address.ts'

const statusOf = { 'In Design': 'Design', 'In Production': 'Production', 'In Archive': 'Archive' } as const

export const updateProduct = defineCall({
  id: 'products.updateProduct',
  method: 'POST',
  path: '/api/v1/product/update/{product}',
  summary:
    'Rename a product or change its description, summary, categories, dates or status. Fields left out stay as they are. A status ' +
    'goes from Design to Production, from Production to Archive or, with a reason, back to Design, and from Archive to Design.',
  caller: 'user',
  params: productParams,
  body: json(
    z.strictObject({
      name: entityName.optional(),
      category: z.array(z.string().max(120)).max(50).optional(),
      description: z.string().max(4000).optional(),
      summary: z
        .string()
        .max(longestSummary)
        .optional()
        .describe('Rich text as HTML; what is not allowed in it is taken out'),
      launchDate: day.nullable().optional(),
      startDate: day.nullable().optional(),
      status: productStatus
        .or(z.enum(['In Design', 'In Production', 'In Archive']).transform((alias) => statusOf[alias]))
        .optional(),
      reason: z.string().trim().max(longestReason).optional().describe('Why the status changes; kept in the history'),
      updatedAt: moment
        .optional()
        .describe('State that the change is based on; when the product has changed since, the answer is CONFLICT'),
    }),
  ),
  output: data(productDetail),
  fieldCodes: { name: 'INVALID_PRODUCT_NAME' },
  errors: [
    'PRODUCT_NOT_FOUND',
    'PRODUCT_ALREADY_EXISTS',
    'INVALID_PRODUCT_NAME',
    'CONFLICT',
    'STATUS_CHANGE_NOT_ALLOWED',
    'RULE_VALIDATION_FAILED',
  ],
})
