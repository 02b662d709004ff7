import { defineCall, json, list } from '../call.ts'
import { listRequest } from '../list.ts'
import { masterReference, masterReferencePageSize } from './master-reference.ts'

export const listMasterReferences = defineCall({
  id: 'masterReferences.listMasterReferences',
  method: 'POST',
  path: '/api/MasterReference/list',
  summary:
    'List the master reference documents, a page at a time. Filters: serviceName_co (in the name), range_co (in the name of a ' +
    'range), needsSync (true: only those with engines that are out of date).',
  caller: 'user',
  body: json(
    listRequest({
      pageSize: masterReferencePageSize,
      sortable: ['serviceName', 'updated', 'created'],
      searchable: ['serviceName_co', 'range_co', 'needsSync'],
      defaultSort: 'serviceName',
    }),
  ),
  output: list(masterReference),
  errors: [],
})
