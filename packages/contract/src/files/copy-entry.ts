import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { entryErrors, entryName, entryParams } from './file-entry.ts'
import { foundEntry } from './list-files.ts'

export const copyEntry = defineCall({
  id: 'files.copyEntry',
  method: 'POST',
  path: '/api/filemanager/Copy/{id}',
  summary:
    'Copy a file, or a folder with everything in it that the caller sees, into a folder. Copies begin with version 1 and ' +
    'belong to the caller; content is not stored twice.',
  caller: 'user',
  params: entryParams,
  body: json(
    z.strictObject({
      folderId: z.uuid().describe('Where the copy goes'),
      name: entryName.optional().describe('Its own name, numbered where that is taken, unless given'),
    }),
  ),
  output: data(foundEntry),
  errors: [...entryErrors, 'INVALID_FILE_TYPE', 'FILE_SIZE_LIMIT_EXCEEDED'],
})
