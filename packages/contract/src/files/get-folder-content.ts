import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { file, folder, folderPath } from './file-entry.ts'

export const entrySorts = ['name', '-name', 'size', '-size', 'updatedAt', '-updatedAt'] as const

export const getFolderContent = defineCall({
  id: 'files.getFolderContent',
  method: 'GET',
  path: '/api/filemanager/GetFolderDocs',
  summary:
    'One page of what lies in a folder, folders first. Folders and documents together are the page; count is how many there are in all.',
  caller: 'user',
  query: z.strictObject({
    path: folderPath,
    page: z.coerce.number().int().min(1).default(1),
    pageSize: z.coerce.number().int().min(1).max(1000).default(200),
    sort: z.enum(entrySorts).default('name'),
    folders: z.enum(['all', 'only']).default('all').describe('only: folders alone, for a tree'),
  }),
  output: data(
    z
      .object({
        folder,
        /** From the root down, without the folder itself. */
        parents: z.array(z.object({ id: z.uuid(), name: z.string(), path: z.string() })),
        folders: z.array(folder),
        documents: z.array(file),
        count: z.int(),
      })
      .meta({ id: 'FolderContent' }),
  ),
  errors: ['FOLDER_NOT_FOUND'],
})
