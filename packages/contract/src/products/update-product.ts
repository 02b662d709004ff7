import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { dayOfDate, moment } from '../dates.ts'
import { callableName } from '../names.ts'
import { givenStatus, longestReason, longestSummary, productDetail } from './product.ts'
import { productParams } from './product-address.ts'

export const updateProduct = defineCall({
  id: 'products.updateProduct',
  method: 'POST',
  path: '/api/v1/product/update/{product}',
  alsoUnderTenant: true,
  summary:
    'Rename a product or change its description, summary, categories, dates or status. Fields left out stay as they are. A status ' +
    'goes from Design to Production, from Production to Archive or, with a reason, back to Design, and from Archive to Design.',
  caller: 'user',
  keyScope: 'author',
  params: productParams,
  body: json(
    z.strictObject({
      name: callableName.optional(),
      category: z
        .union([
          z.array(z.string().max(120)).max(50),
          z
            .string()
            .max(2000)
            .transform((text) => text.split(',')),
        ])
        .optional()
        .describe('Category keys, as a list or separated by commas'),
      description: z.string().max(4000).optional(),
      summary: z
        .string()
        .max(longestSummary)
        .optional()
        .describe('Rich text as HTML; what is not allowed in it is taken out'),
      launchDate: dayOfDate.nullable().optional(),
      startDate: dayOfDate.nullable().optional(),
      status: givenStatus.optional(),
      reason: z.string().trim().max(longestReason).optional().describe('Why the status changes; kept in the history'),
      shouldTrackUserAction: z.boolean().optional().describe('Sent by existing clients; every change is tracked'),
      updatedAt: moment
        .optional()
        .describe('State that the change is based on; when the product has changed since, the answer is CONFLICT'),
    }),
  ),
  output: data(productDetail),
  fieldCodes: { name: 'INVALID_PRODUCT_NAME', launchDate: 'INVALID_DATETIME', startDate: 'INVALID_DATETIME' },
  errors: [
    'PRODUCT_NOT_FOUND',
    'PRODUCT_ALREADY_EXISTS',
    'INVALID_PRODUCT_NAME',
    'INVALID_DATETIME',
    'CONFLICT',
    'STATUS_CHANGE_NOT_ALLOWED',
    'RULE_VALIDATION_FAILED',
  ],
})
