import { defineCall, json, list } from '../call.ts'
import { listRequest } from '../list.ts'
import { dmlRun } from './dml.ts'

export const listDmlRuns = defineCall({
  id: 'dml.listDmlRuns',
  method: 'POST',
  path: '/api/v1/dml/runs',
  summary: "List the caller's data loads, the latest first; a supervisor sees all.",
  caller: 'user',
  flag: 'ShowIngeniumConfiguration',
  body: json(
    listRequest({
      pageSize: 10,
      sortable: ['createdAt'],
      searchable: ['sourceId', 'dialect'],
      defaultSort: '-createdAt',
    }),
  ),
  output: list(dmlRun),
  errors: [],
})
