import { data, defineCall } from '../call.ts'
import { entryParams, folder } from './file-entry.ts'

export const getFolder = defineCall({
  id: 'files.getFolder',
  method: 'GET',
  path: '/api/filemanager/GetFolder/{id}',
  summary: 'Get one folder.',
  caller: 'user',
  params: entryParams,
  output: data(folder),
  errors: ['FOLDER_NOT_FOUND'],
})
