import { z } from 'zod'
import { defineCall } from '../call.ts'
import { documentAddress, versionAddress } from './master-reference.ts'

export const downloadMasterReferenceVersion = defineCall({
  id: 'masterReferences.downloadMasterReferenceVersion',
  method: 'GET',
  path: '/api/MasterReference/DownloadVersion/{document}/{version}',
  summary: 'Download the workbook of one version.',
  caller: 'user',
  params: z.strictObject({ document: documentAddress, version: versionAddress }),
  output: { kind: 'file', contentType: 'application/octet-stream' },
  errors: ['MASTER_REFERENCE_NOT_FOUND', 'MASTER_REFERENCE_VERSION_NOT_FOUND'],
})
