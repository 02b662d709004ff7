import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { visitorLink } from './visitor-link.ts'

export const listLinkResources = defineCall({
  id: 'visitors.listLinkResources',
  method: 'GET',
  path: '/api/filemanager/linkresources/{product}',
  summary: 'The links for visitors to the engines of a product, newest first. For those who manage it.',
  caller: 'user',
  params: z.strictObject({ product: z.string().min(1).max(200).describe('Id or name') }),
  output: data(z.object({ links: z.array(visitorLink) })),
  errors: ['PRODUCT_NOT_FOUND'],
})
