import { defineCall, json, list } from '../call.ts'
import { listRequest } from '../list.ts'
import { testBedTemplate } from './test-bed-template.ts'

export const listTestBedTemplates = defineCall({
  id: 'testBeds.listTestBedTemplates',
  method: 'POST',
  path: '/api/v1/testbedtemplate/list',
  summary: 'List templates that the caller sees.',
  caller: 'user',
  body: json(
    listRequest({
      pageSize: 10,
      sortable: ['name', 'updatedAt'],
      searchable: ['productId', 'engineId', 'name'],
      defaultSort: '-updatedAt',
    }),
  ),
  output: list(testBedTemplate),
  errors: [],
})
