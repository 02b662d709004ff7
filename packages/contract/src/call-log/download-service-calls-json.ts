import { defineCall } from '../call.ts'
import { serviceLogCall, serviceParams, exportBody, jobStarted } from './service-log.ts'

export const downloadServiceCallsJson = defineCall({
  id: 'callLog.downloadServiceCallsJson',
  method: 'POST',
  path: '/{tenant}/api/v3/folders/{folder}/services/{service}/log/downloadjson',
  summary: 'Write the calls of a service into a JSON file in the background.',
  ...serviceLogCall,
  params: serviceParams,
  body: exportBody,
  output: jobStarted,
  errors: ['ENGINE_NOT_FOUND'],
})
