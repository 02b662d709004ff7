import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { callableName } from '../names.ts'
import { product } from './product.ts'
import { productParams } from './product-address.ts'

/** The parts of the original that a copy can take over. */
export const cloneParts = [
  'description',
  'categories',
  'dates',
  'coverImage',
  'documents',
  'engines',
  'permissions',
] as const

export type ClonePart = (typeof cloneParts)[number]

export const cloneProduct = defineCall({
  id: 'products.cloneProduct',
  method: 'POST',
  path: '/api/v1/product/{product}/clone',
  summary:
    'Copy a product. The copy belongs to the caller and starts in status Design. Where there is much in it, its documents and ' +
    'engines follow in the background.',
  caller: 'user',
  rule: { module: 'Product', rule: 'Clone' },
  params: productParams,
  body: json(
    z.strictObject({
      name: callableName,
      copy: z
        .array(z.enum(cloneParts))
        .max(cloneParts.length)
        .default(['description', 'categories', 'dates', 'coverImage', 'documents', 'engines'])
        .describe('What the copy takes over; permissions only by those who manage the original'),
    }),
  ),
  output: data(product.extend({ jobId: z.uuid().nullable().describe('The job that copies the content') })),
  fieldCodes: { name: 'INVALID_PRODUCT_NAME' },
  errors: ['PRODUCT_NOT_FOUND', 'PRODUCT_ALREADY_EXISTS', 'INVALID_PRODUCT_NAME', 'RULE_VALIDATION_FAILED'],
})
