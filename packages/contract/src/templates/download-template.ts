import { defineCall } from '../call.ts'
import { templateParams } from './template.ts'

export const downloadTemplate = defineCall({
  id: 'templates.downloadTemplate',
  method: 'GET',
  path: '/api/v1/template/download/{id}',
  summary: 'Download the workbook of a template.',
  caller: 'user',
  flag: 'ShowTemplates',
  params: templateParams,
  output: {
    kind: 'file',
    contentType: 'application/octet-stream',
    alsoOf: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  },
  errors: ['TEMPLATE_NOT_FOUND'],
})
