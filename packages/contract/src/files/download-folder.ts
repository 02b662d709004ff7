import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { entryName } from './file-entry.ts'

export const downloadFolder = defineCall({
  id: 'files.downloadFolder',
  method: 'POST',
  path: '/api/filemanager/downloadfolder',
  summary: 'Pack folders and files into a zip, in the background. The job’s result is where the zip is downloaded.',
  caller: 'user',
  body: json(
    z.strictObject({
      name: entryName.describe('Name of the zip, without .zip'),
      refreshToken: z.string().max(20_000).optional().describe('Not needed and not kept: the job runs as the caller'),
      folders: z.array(z.uuid()).min(1).max(1000).describe('Ids of folders and files'),
    }),
  ),
  output: data(z.object({ jobId: z.uuid() })),
  errors: ['FOLDER_NOT_FOUND', 'FILE_NOT_FOUND'],
})
