import { data, defineCall } from '../call.ts'
import { documentParams, masterReference } from './master-reference.ts'

export const getMasterReference = defineCall({
  id: 'masterReferences.getMasterReference',
  method: 'GET',
  path: '/api/MasterReference/get/{document}',
  summary: 'One master reference document.',
  caller: 'user',
  params: documentParams,
  output: data(masterReference),
  errors: ['MASTER_REFERENCE_NOT_FOUND'],
})
