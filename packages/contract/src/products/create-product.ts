import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { dayOfDate } from '../dates.ts'
import { callableName } from '../names.ts'
import { groupLabel } from '../users/group-label.ts'
import { coverImageFile } from './cover-image.ts'
import { givenStatus, product } from './product.ts'

export const createProduct = defineCall({
  id: 'products.createProduct',
  method: 'POST',
  path: '/api/v1/product/create',
  alsoUnderTenant: true,
  summary: 'Create a product, in status Design unless another is given.',
  caller: 'user',
  keyScope: 'author',
  body: {
    kind: 'form',
    schema: z.strictObject({
      Name: callableName,
      Category: z.string().max(2000).default('').describe('Category keys, separated by commas'),
      Description: z.string().max(4000).default(''),
      LaunchDate: dayOfDate.optional(),
      StartDate: dayOfDate.optional(),
      Status: givenStatus.default('Design'),
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
  output: data(
    product.extend({
      folderId: z.uuid().describe('The id, as existing clients call it'),
      get_product_url: z.string().describe('Where the product can be read'),
    }),
  ),
  fieldCodes: { Name: 'INVALID_PRODUCT_NAME', LaunchDate: 'INVALID_DATETIME', StartDate: 'INVALID_DATETIME' },
  errors: [
    'INVALID_PRODUCT_NAME',
    'INVALID_DATETIME',
    'PRODUCT_ALREADY_EXISTS',
    'RULE_VALIDATION_FAILED',
    'USER_GROUP_NOT_FOUND',
    'INVALID_FILE_TYPE',
  ],
})
