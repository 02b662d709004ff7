import { z } from 'zod'
import { data, defineCall } from '../call.ts'

export const listTemplateCategories = defineCall({
  id: 'templates.listTemplateCategories',
  method: 'GET',
  path: '/api/v1/template/categories',
  summary: 'List the categories that templates are in.',
  caller: 'user',
  flag: 'ShowTemplates',
  output: data(z.array(z.string())),
  errors: [],
})
