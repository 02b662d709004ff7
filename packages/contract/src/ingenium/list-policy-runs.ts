import { defineCall, json, list } from '../call.ts'
import { listRequest } from '../list.ts'
import { policyRun } from './policy-run.ts'

export const listPolicyRuns = defineCall({
  id: 'ingenium.listPolicyRuns',
  method: 'POST',
  path: '/api/v1/ingenium/runs',
  summary: "List the caller's policy runs, the latest first; a supervisor sees all.",
  caller: 'user',
  flag: 'ShowIngeniumConfiguration',
  body: json(
    listRequest({ pageSize: 10, sortable: ['createdAt'], searchable: ['mappingId'], defaultSort: '-createdAt' }),
  ),
  output: list(policyRun),
  errors: [],
})
