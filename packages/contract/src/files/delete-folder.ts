import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { entryParams } from './file-entry.ts'

export const deleteFolder = defineCall({
  id: 'files.deleteFolder',
  method: 'DELETE',
  path: '/api/filemanager/deletefolder/{id}',
  summary:
    'Delete a folder. One with content needs force and is deleted in the background, as a whole or not at all. It can be ' +
    'brought back for 30 days.',
  caller: 'user',
  params: entryParams,
  query: z.strictObject({ force: z.enum(['true', 'false']).default('false') }),
  output: data(z.object({ jobId: z.uuid().nullable().describe('null when it was empty and is gone already') })),
  errors: ['FOLDER_NOT_FOUND', 'FOLDER_NOT_EMPTY'],
})
