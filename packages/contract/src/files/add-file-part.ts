import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { fileUpload, partBytes } from './file-upload.ts'

export const addFilePart = defineCall({
  id: 'files.addFilePart',
  method: 'PUT',
  path: '/api/filemanager/uploads/{upload}/{part}',
  summary: 'Send one part of an upload. A part that is sent again replaces the earlier one.',
  caller: 'user',
  params: z.strictObject({ upload: z.uuid(), part: z.coerce.number().int().min(1).max(10_000) }),
  body: {
    kind: 'form',
    schema: z.strictObject({}),
    files: { Part: { required: true, maxBytes: partBytes, description: 'The bytes of the part' } },
  },
  output: data(fileUpload),
  errors: ['UPLOAD_NOT_FOUND'],
})
