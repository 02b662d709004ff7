import { z } from 'zod'
import { json } from '../call.ts'
import { nameOrId } from '../execution/engine-address.ts'

/** What documentation is made of, shared by its calls. */
export const apiDocCall = {
  method: 'POST',
  caller: 'user',
  keyScope: 'author',
  rule: { module: 'ProductEngine', rule: 'View' },
  body: json(
    z.strictObject({
      product: nameOrId,
      engine: nameOrId.optional().describe('All engines of the product unless given'),
      language: z.enum(['en', 'ja']).default('en'),
    }),
  ),
  errors: ['PRODUCT_NOT_FOUND', 'ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND'],
} as const
