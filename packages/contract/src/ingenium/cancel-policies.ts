import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { policyRun } from './policy-run.ts'

export const cancelPolicies = defineCall({
  id: 'ingenium.cancelPolicies',
  method: 'POST',
  path: '/api/v1/ingenium/cancel/{run}',
  summary: 'Stop a policy run. What it wrote so far can be downloaded.',
  caller: 'user',
  flag: 'ShowIngeniumConfiguration',
  params: z.strictObject({ run: z.uuid() }),
  output: data(policyRun),
  errors: ['POLICY_RUN_NOT_FOUND'],
})
