import { z } from 'zod'
import { defineCall } from '../call.ts'

export const downloadFileVersion = defineCall({
  id: 'files.downloadFileVersion',
  method: 'GET',
  path: '/api/filemanager/DownloadDocumentByVersion/{id}/{version}',
  summary: 'Download one version of a file, whole or in part.',
  caller: 'user',
  params: z.strictObject({ id: z.uuid(), version: z.coerce.number().int().min(1).max(1_000_000_000) }),
  output: { kind: 'file', contentType: 'application/octet-stream', alsoOf: 'any' },
  errors: ['FILE_NOT_FOUND'],
})
