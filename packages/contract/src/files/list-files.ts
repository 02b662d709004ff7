import { z } from 'zod'
import { defineCall, json, list } from '../call.ts'
import { file, folder } from './file-entry.ts'
import { entrySorts } from './get-folder-content.ts'

export const foundEntry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('folder'), entry: folder }),
  z.object({ type: z.literal('file'), entry: file }),
])

export type FoundEntry = z.infer<typeof foundEntry>

export const listFiles = defineCall({
  id: 'files.listFiles',
  method: 'POST',
  path: '/api/filemanager/getdocumentlist',
  summary:
    'Search folders and files by name and metadata, wherever they lie; or list what was deleted and can be brought back.',
  caller: 'user',
  body: json(
    z
      .strictObject({
        page: z.int().min(1).default(1),
        pageSize: z.int().min(1).max(1000).default(100),
        sort: z.enum(entrySorts).default('name'),
        text: z.string().trim().max(200).default('').describe('Part of the name, or of a metadata name or value'),
        folderId: z.uuid().optional().describe('Only within this folder, at any depth'),
        deleted: z.boolean().default(false),
      })
      .prefault({}),
  ),
  output: list(foundEntry),
  errors: ['FOLDER_NOT_FOUND'],
})
