import { defineCall } from '../call.ts'
import { rehydration } from './service-log.ts'

export const rehydrateServiceCall = defineCall({
  ...rehydration,
  id: 'callLog.rehydrateServiceCall',
  path: '/{tenant}/api/v3/folders/{folder}/services/{service}/download/xml/{call}',
  summary: 'Where the workbook with the inputs of a call in place can be downloaded. index names a record of a batch.',
})
