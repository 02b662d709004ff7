import { data, defineCall } from '../call.ts'
import { downloadFileVersion } from './download-file-version.ts'
import { file } from './file-entry.ts'

export const restoreFileVersion = defineCall({
  id: 'files.restoreFileVersion',
  method: 'POST',
  path: '/api/filemanager/RestoreVersion/{id}/{version}',
  summary: 'Make an older version of a file its newest one again. The versions between stay.',
  caller: 'user',
  params: downloadFileVersion.params,
  output: data(file),
  errors: ['FILE_NOT_FOUND'],
})
