import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { dmlRun } from './dml.ts'

export const getDmlRun = defineCall({
  id: 'dml.getDmlRun',
  method: 'GET',
  path: '/api/v1/dml/runs/{run}',
  summary: 'Tell how far a data load is and what it wrote.',
  caller: 'user',
  flag: 'ShowIngeniumConfiguration',
  params: z.strictObject({ run: z.uuid() }),
  output: data(dmlRun),
  errors: ['DML_RUN_NOT_FOUND'],
})
