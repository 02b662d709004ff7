import { z } from 'zod'
import { defineCall } from '../call.ts'
import { callWorkbookAnswer, serviceLogCall, serviceParams } from './service-log.ts'

export const getServiceCallWorkbook = defineCall({
  id: 'callLog.getServiceCallWorkbook',
  method: 'GET',
  path: '/{tenant}/api/v3/folders/{folder}/services/{service}/download/{call}',
  summary: 'Where the workbook with the inputs of a call in place can be downloaded.',
  ...serviceLogCall,
  params: serviceParams.extend({ call: z.uuid() }),
  output: callWorkbookAnswer,
  errors: ['ENGINE_NOT_FOUND', 'CALL_NOT_FOUND'],
})
