import { defineCall } from '../call.ts'
import { rehydration } from './service-log.ts'

export const rehydrateLegacyCall = defineCall({
  ...rehydration,
  id: 'callLog.rehydrateLegacyCall',
  path: '/{tenant}/api/v3/folders/{folder}/services/{service}/download/{call}',
  summary: 'The same as download/xml, at the address of older clients.',
})
