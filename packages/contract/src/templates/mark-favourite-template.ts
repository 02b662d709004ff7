import { z } from 'zod'
import { data, defineCall } from '../call.ts'

export const markFavouriteTemplate = defineCall({
  id: 'templates.markFavouriteTemplate',
  method: 'POST',
  path: '/api/v1/template/favourite/{id}/{flag}',
  summary: 'Make a template a favourite of the caller, or no longer one.',
  caller: 'user',
  flag: 'ShowTemplates',
  params: z.strictObject({ id: z.uuid(), flag: z.enum(['true', 'false']) }),
  output: data(z.object({ isStarred: z.boolean() })),
  errors: ['TEMPLATE_NOT_FOUND'],
})
