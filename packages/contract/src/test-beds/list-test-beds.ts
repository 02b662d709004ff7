import { defineCall, json, list } from '../call.ts'
import { listRequest } from '../list.ts'
import { testBed } from './test-bed.ts'

export const testBedPageSize = 10

export const listTestBeds = defineCall({
  id: 'testBeds.listTestBeds',
  method: 'POST',
  path: '/api/v1/testbed/list',
  summary: 'List test beds that the caller sees, of all products or of one.',
  caller: 'user',
  keyScope: 'author',
  body: json(
    listRequest({
      pageSize: testBedPageSize,
      sortable: ['name', 'updatedAt', 'serviceName'],
      searchable: ['productId', 'engineId', 'name'],
      defaultSort: '-updatedAt',
    }),
  ),
  output: list(testBed),
  errors: [],
})
