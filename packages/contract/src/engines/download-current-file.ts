import { defineCall } from '../call.ts'
import { engineParams } from './engine-address.ts'
import { serviceFileCall } from './service-file.ts'

export const downloadCurrentFile = defineCall({
  ...serviceFileCall,
  id: 'engines.downloadCurrentFile',
  path: '/api/v1/product/{product}/engines/{engine}/download',
  summary: 'Download the workbook of the version that runs now, as it was uploaded or with what was made of it.',
  params: engineParams,
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND'],
})
