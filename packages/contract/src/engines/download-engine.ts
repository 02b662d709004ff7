import { defineCall } from '../call.ts'
import { versionDownload } from './version-download.ts'

export const downloadEngine = defineCall({
  ...versionDownload,
  id: 'engines.downloadEngine',
  path: '/api/v1/product/{product}/engines/downloadengine/{engine}/{version}',
  summary:
    'Download a version as a .c4engine file: a zip of the workbook, manifest.json (interface, revision, hashes, compiler ' +
    'version), the compiled module and the parity report.',
  output: { kind: 'file', contentType: 'application/zip' },
})
