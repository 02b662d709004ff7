import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { moment } from '../dates.ts'

export const linkParams = z.strictObject({ linkId: z.uuid() })

export const linkedFile = z
  .object({
    name: z.string(),
    size: z.int().min(0),
    contentType: z.string(),
    updatedAt: moment,
    organisation: z.string().describe('Whose file it is'),
  })
  .meta({ id: 'LinkedFile' })

export const getLinkedFile = defineCall({
  id: 'files.getLinkedFile',
  method: 'GET',
  path: '/api/filemanager/linkresource/{linkId}/document',
  summary: 'What a link to a file leads to. For visitors who came through it, and for people who see the file.',
  caller: 'user',
  visitors: 'ofFile',
  params: linkParams,
  output: data(linkedFile),
  errors: ['NOT_FOUND', 'FILE_NOT_FOUND'],
})
