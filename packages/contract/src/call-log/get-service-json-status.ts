import { z } from 'zod'
import { defineCall } from '../call.ts'
import { serviceLogCall, serviceParams, jobState } from './service-log.ts'

export const getServiceJsonStatus = defineCall({
  id: 'callLog.getServiceJsonStatus',
  method: 'GET',
  path: '/{tenant}/api/v3/folders/{folder}/services/{service}/log/downloadjson/status/{job}',
  summary: 'How far a JSON file of calls is, and where it can be downloaded.',
  ...serviceLogCall,
  params: serviceParams.extend({ job: z.uuid() }),
  output: jobState,
  errors: ['ENGINE_NOT_FOUND', 'JOB_NOT_FOUND'],
})
