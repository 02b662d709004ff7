import { defineCall } from '../call.ts'
import { up } from './health.ts'

export const getReadiness = defineCall({
  id: 'system.getReadiness',
  method: 'GET',
  path: '/health/ready',
  summary: 'Answers when the process can take work: its database is there and it is not stopping.',
  caller: 'anyone',
  output: up,
  errors: ['SERVICE_UNAVAILABLE'],
})
