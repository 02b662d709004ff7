import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { visitorLink } from './visitor-link.ts'

export const listFileLinks = defineCall({
  id: 'visitors.listFileLinks',
  method: 'GET',
  path: '/api/filemanager/documentlinks/{id}',
  summary: 'The links for visitors to a file, newest first. For its owner and supervisors.',
  caller: 'user',
  params: z.strictObject({ id: z.uuid() }),
  output: data(z.object({ links: z.array(visitorLink) })),
  errors: ['FILE_NOT_FOUND'],
})
