import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { day } from '../dates.ts'
import { entityName } from '../names.ts'
import { groupLabel } from '../users/group-label.ts'
import { coverImageFile } from './cover-image.ts'
import { product } from './product.ts'

export const createProduct = defineCall({
  id: 'products.createProduct',
  method: 'POST',
  path: '/api/v1/product/create',
  summary: 'Create a product. It starts in status Design.',
  caller: 'user',
  body: {
    kind: 'form',
    schema: z.strictObject({
      Name: entityName,
      Category: z.string().max(2000).default('').describe('Category keys, separated by commas'),
      Description: z.string().max(4000).default(''),
      LaunchDate: day.optional(),
      StartDate: day.optional(),
      SharedWithUserGroups: z
        .string()
        .max(4000)
        .default('')
        .transform((text) => text.split(',').filter((label) => label.trim() !== ''))
        .pipe(z.array(groupLabel).max(50))
        .describe('Labels of groups that may view the product, separated by commas'),
    }),
    files: { CoverImage: { required: false, ...coverImageFile } },
  },
  output: data(product),
  fieldCodes: { Name: 'INVALID_PRODUCT_NAME' },
  errors: [
    'INVALID_PRODUCT_NAME',
    'PRODUCT_ALREADY_EXISTS',
    'RULE_VALIDATION_FAILED',
    'USER_GROUP_NOT_FOUND',
    'INVALID_FILE_TYPE',
  ],
})
