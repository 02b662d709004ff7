import { defineCall } from '../call.ts'
import { versionParams } from './engine-address.ts'
import { serviceFileCall } from './service-file.ts'

export const downloadServiceFile = defineCall({
  ...serviceFileCall,
  id: 'engines.downloadServiceFile',
  path: '/api/v1/product/{product}/engines/{engine}/download/{version}',
  summary: 'Download the workbook of a version, as it was uploaded or with what was made of it.',
  params: versionParams,
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND'],
})
