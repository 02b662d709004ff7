import { defineCall } from '../call.ts'
import { documentParams } from './master-reference.ts'

export const downloadMasterReference = defineCall({
  id: 'masterReferences.downloadMasterReference',
  method: 'GET',
  path: '/api/MasterReference/Download/{document}',
  summary: 'Download the workbook of the version in effect, else of the newest.',
  caller: 'user',
  params: documentParams,
  output: { kind: 'file', contentType: 'application/octet-stream' },
  errors: ['MASTER_REFERENCE_NOT_FOUND'],
})
