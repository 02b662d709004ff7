import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { visitorLink } from './visitor-link.ts'

export const revokeLinkResource = defineCall({
  id: 'visitors.revokeLinkResource',
  method: 'DELETE',
  path: '/api/filemanager/linkresource/{linkId}',
  summary: 'Take a link back. Nobody enters through it any more, and the tokens of its visitors stop working.',
  caller: 'user',
  params: z.strictObject({ linkId: z.uuid() }),
  output: data(visitorLink),
  errors: ['NOT_FOUND', 'PRODUCT_NOT_FOUND', 'FILE_NOT_FOUND'],
})
