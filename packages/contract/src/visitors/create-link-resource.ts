import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { moment } from '../dates.ts'
import { entityName } from '../names.ts'

export const createLinkResource = defineCall({
  id: 'visitors.createLinkResource',
  method: 'POST',
  path: '/api/filemanager/createlinkresource',
  summary: 'Make a link through which visitors reach the calculator of one engine of a product. The answer is its id.',
  caller: 'user',
  body: json(
    z.strictObject({
      product: z.string().min(1).max(200).describe('Id or name'),
      serviceName: entityName.describe('The engine'),
      expiresAt: moment.optional(),
    }),
  ),
  output: data(z.uuid()),
  errors: ['PRODUCT_NOT_FOUND', 'ENGINE_NOT_FOUND', 'NO_ACTIVE_VERSION'],
})
