import { defineCall, json, list } from '../call.ts'
import { listRequest } from '../list.ts'
import { testRun } from './test-run.ts'

export const listTestRuns = defineCall({
  id: 'testBeds.listTestRuns',
  method: 'POST',
  path: '/api/v1/testrun/list',
  summary: 'List runs that the caller sees, the latest first.',
  caller: 'user',
  body: json(
    listRequest({
      pageSize: 10,
      sortable: ['createdAt'],
      searchable: ['productId', 'engineId', 'testbedId', 'versionId', 'kind', 'status', 'testbedName', 'from', 'to'],
      defaultSort: '-createdAt',
    }),
  ),
  output: list(testRun),
  errors: [],
})
