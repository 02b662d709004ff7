import { defineCall } from '../call.ts'
import { versionDownload } from '../engines/version-download.ts'
import { versionWorkbook } from './version-workbook.ts'

export const downloadNamed = defineCall({
  ...versionDownload,
  id: 'lookInside.downloadNamed',
  path: '/api/v1/product/{product}/engines/downloadnamed/{engine}/{version}',
  summary:
    'Download the workbook of a version with the inputs and outputs that were marked on its sheets written in as names. One ' +
    'that has its names already comes as it was uploaded.',
  errors: versionWorkbook.errors,
  output: { kind: 'file', contentType: 'application/octet-stream' },
})
