import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { policyRun } from './policy-run.ts'

export const getRunStatus = defineCall({
  id: 'ingenium.getRunStatus',
  method: 'GET',
  path: '/api/v1/ingenium/GetRunStatus/{run}',
  summary: 'Tell how far a policy run is, with its totals.',
  caller: 'user',
  flag: 'ShowIngeniumConfiguration',
  params: z.strictObject({ run: z.uuid().describe('Id of the run or of its task') }),
  output: data(policyRun),
  errors: ['POLICY_RUN_NOT_FOUND'],
})
