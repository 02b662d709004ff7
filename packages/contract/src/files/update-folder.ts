import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { entryChanges, entryErrors, entryParams, folder } from './file-entry.ts'

export const updateFolder = defineCall({
  id: 'files.updateFolder',
  method: 'POST',
  path: '/api/filemanager/UpdateFolder/{id}',
  summary: 'Rename or move a folder, or change its metadata or who sees it. What is left out stays as it is.',
  caller: 'user',
  params: entryParams,
  body: json(z.strictObject(entryChanges)),
  output: data(folder),
  errors: entryErrors,
})
