import { defineCall } from '../call.ts'
import { versionDownload } from './version-download.ts'

export const downloadOriginal = defineCall({
  ...versionDownload,
  id: 'engines.downloadOriginal',
  path: '/api/v1/product/{product}/engines/downloadoriginal/{engine}/{version}',
  summary: 'Download the workbook of a version as it was uploaded.',
  output: { kind: 'file', contentType: 'application/octet-stream' },
})
