import { z } from 'zod'
import { defineCall } from '../call.ts'
import { serviceLogCall, serviceParams, jobState } from './service-log.ts'

export const getServiceCsvStatus = defineCall({
  id: 'callLog.getServiceCsvStatus',
  method: 'GET',
  path: '/{tenant}/api/v3/folders/{folder}/services/{service}/log/downloadcsv/status/{job}',
  summary: 'How far a CSV file of calls is, and where it can be downloaded.',
  ...serviceLogCall,
  params: serviceParams.extend({ job: z.uuid() }),
  output: jobState,
  errors: ['ENGINE_NOT_FOUND', 'JOB_NOT_FOUND'],
})
