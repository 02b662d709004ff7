import { defineCall } from '../call.ts'
import { up } from './health.ts'

export const getLiveness = defineCall({
  id: 'system.getLiveness',
  method: 'GET',
  path: '/health/live',
  summary: 'Answers while the process is alive; when it does not, the process should be restarted.',
  caller: 'anyone',
  output: up,
  errors: [],
})
