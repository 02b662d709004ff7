import { defineCall } from '../call.ts'
import { serviceLogCall, serviceParams, exportBody, jobStarted } from './service-log.ts'

export const downloadServiceCallsCsv = defineCall({
  id: 'callLog.downloadServiceCallsCsv',
  method: 'POST',
  path: '/{tenant}/api/v3/folders/{folder}/services/{service}/log/downloadcsv',
  summary: 'Write the calls of a service into a CSV file in the background.',
  ...serviceLogCall,
  params: serviceParams,
  body: exportBody,
  output: jobStarted,
  errors: ['ENGINE_NOT_FOUND'],
})
