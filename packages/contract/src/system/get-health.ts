import { defineCall } from '../call.ts'
import { up } from './health.ts'

export const getHealth = defineCall({
  id: 'system.getHealth',
  method: 'GET',
  path: '/health',
  summary: 'Answers when the server is up.',
  caller: 'anyone',
  output: up,
  errors: [],
})
