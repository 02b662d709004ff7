import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { templateParams } from './template.ts'

export const deleteTemplate = defineCall({
  id: 'templates.deleteTemplate',
  method: 'DELETE',
  path: '/api/v1/template/delete/{id}',
  summary: 'Delete a template. Engines that were made from it stay.',
  caller: 'user',
  flag: 'ShowTemplates',
  params: templateParams,
  output: data(z.object({ id: z.uuid() })),
  errors: ['TEMPLATE_NOT_FOUND'],
})
