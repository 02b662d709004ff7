import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { entryMetadata, entryName, folder, folderPath, privacyLevel, userGroups, userIds } from './file-entry.ts'

export const createFolder = defineCall({
  id: 'files.createFolder',
  method: 'POST',
  path: '/api/filemanager/createfolder',
  summary: 'Make a folder. Refused at the empty path, at / and below /products.',
  caller: 'user',
  body: json(
    z.strictObject({
      path: folderPath.describe('The folder that it is made in'),
      name: entryName,
      metadata: entryMetadata.default({}),
      privacyLevel: privacyLevel.default('Public'),
      userGroups: userGroups.default([]),
      userIds: userIds.default([]),
    }),
  ),
  output: data(folder),
  errors: ['FOLDER_NOT_FOUND', 'ENTRY_ALREADY_EXISTS', 'FOLDER_NOT_ALLOWED'],
})
