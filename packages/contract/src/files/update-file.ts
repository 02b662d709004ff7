import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { entryChanges, entryErrors, entryParams, file } from './file-entry.ts'

export const updateFile = defineCall({
  id: 'files.updateFile',
  method: 'POST',
  path: '/api/filemanager/UpdateDocument/{id}',
  summary: 'Rename or move a file, or change its metadata or who sees it. What is left out stays as it is.',
  caller: 'user',
  params: entryParams,
  body: json(z.strictObject(entryChanges)),
  output: data(file),
  errors: [...entryErrors, 'INVALID_FILE_TYPE'],
})
