import { data, defineCall, json } from '../call.ts'
import { referenceRows, rowsRequest } from './reference-rows.ts'

export const readRange = defineCall({
  id: 'masterReferences.readRange',
  method: 'POST',
  path: '/api/MasterReference/read',
  summary: 'Rows of a range as JSON, of the version in effect, a page at a time, sorted and filtered.',
  caller: 'user',
  body: json(rowsRequest),
  output: data(referenceRows),
  errors: ['MASTER_REFERENCE_NOT_FOUND', 'MASTER_REFERENCE_VERSION_NOT_FOUND', 'REFERENCE_RANGE_NOT_FOUND'],
})
