import { data, defineCall } from '../call.ts'
import { engineUploadResult } from './upload-result.ts'
import { uploadCall, uploadRefusals, buildRefusals } from './engine-upload.ts'

export const uploadEngine = defineCall({
  ...uploadCall,
  id: 'engines.uploadEngine',
  path: '/api/v1/product/{product}/engines/add',
  summary:
    'Upload a workbook as a new engine, or as the next version of the engine with the same service name. Answers when it has ' +
    'been read, compiled and proved.',
  output: data(engineUploadResult),
  errors: [...uploadRefusals, ...buildRefusals],
})
