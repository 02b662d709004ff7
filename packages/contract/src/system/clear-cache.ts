import { z } from 'zod'
import { data, defineCall } from '../call.ts'

export const clearCache = defineCall({
  id: 'system.clearCache',
  method: 'POST',
  path: '/api/Diagnostic/ClearCache',
  summary: 'Forget what is remembered for the tenant, in every process.',
  caller: 'supervisor',
  output: data(z.object({ cleared: z.int().describe('Entries that the answering process forgot') })),
  errors: [],
})
