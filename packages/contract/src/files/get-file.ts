import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { moment } from '../dates.ts'
import { entryParams, file } from './file-entry.ts'

export const fileVersion = z
  .object({
    version: z.int().min(1),
    size: z.int().min(0),
    hash: z.string(),
    uploadedBy: z.string(),
    uploadedAt: moment,
    restoredFrom: z.int().nullable().describe('The older version that this one is a copy of'),
  })
  .meta({ id: 'FileVersion' })

export type FileVersion = z.infer<typeof fileVersion>

export const getFile = defineCall({
  id: 'files.getFile',
  method: 'GET',
  path: '/api/filemanager/GetDocument/{id}',
  summary: 'Get one file with all its versions, newest first.',
  caller: 'user',
  params: entryParams,
  output: data(z.object({ file, versions: z.array(fileVersion) })),
  errors: ['FILE_NOT_FOUND'],
})
