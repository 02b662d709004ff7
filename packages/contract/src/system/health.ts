import { z } from 'zod'
import { defineCall } from '../call.ts'

const up = { kind: 'plain', schema: z.object({ status: z.literal('UP') }) } as const

export const getHealth = defineCall({
  id: 'system.getHealth',
  method: 'GET',
  path: '/health',
  summary: 'Answers when the server is up.',
  caller: 'anyone',
  output: up,
  errors: [],
})

export const getLiveness = defineCall({
  id: 'system.getLiveness',
  method: 'GET',
  path: '/health/live',
  summary: 'Answers while the process is alive; when it does not, the process should be restarted.',
  caller: 'anyone',
  output: up,
  errors: [],
})

export const getReadiness = defineCall({
  id: 'system.getReadiness',
  method: 'GET',
  path: '/health/ready',
  summary: 'Answers when the process can take work: its database is there and it is not stopping.',
  caller: 'anyone',
  output: up,
  errors: ['SERVICE_UNAVAILABLE'],
})
