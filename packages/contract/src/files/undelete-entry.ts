import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { entryName, entryParams } from './file-entry.ts'
import { foundEntry } from './list-files.ts'

export const undeleteEntry = defineCall({
  id: 'files.undeleteEntry',
  method: 'POST',
  path: '/api/filemanager/Undelete/{id}',
  summary: 'Bring back a deleted file, or a deleted folder with what was deleted with it, to where it was.',
  caller: 'user',
  params: entryParams,
  body: json(
    z.strictObject({ name: entryName.optional().describe('Another name, where its own is taken') }).prefault({}),
  ),
  output: data(foundEntry),
  errors: ['FILE_NOT_FOUND', 'FOLDER_NOT_FOUND', 'ENTRY_ALREADY_EXISTS'],
})
