import { z } from 'zod'
import { defineCall } from '../call.ts'

export const downloadDml = defineCall({
  id: 'dml.downloadDml',
  method: 'GET',
  path: '/api/v1/dml/download/{file}',
  summary: 'Download the zip of scripts or the log of a data load by its encoded file name.',
  caller: 'user',
  flag: 'ShowIngeniumConfiguration',
  params: z.strictObject({ file: z.string().min(1).max(300) }),
  output: { kind: 'file', contentType: 'application/octet-stream' },
  errors: ['FILE_NOT_FOUND'],
})
