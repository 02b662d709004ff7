import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { syncReport } from './sync-report.ts'

export const getSyncReport = defineCall({
  id: 'masterReferences.getSyncReport',
  method: 'GET',
  path: '/api/MasterReference/GetSyncReport/{job}',
  summary: 'What a sync has done so far with each engine, for whoever started it.',
  caller: 'user',
  params: z.strictObject({ job: z.uuid() }),
  output: data(syncReport),
  errors: ['JOB_NOT_FOUND'],
})
