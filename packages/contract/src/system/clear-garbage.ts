import { z } from 'zod'
import { data, defineCall } from '../call.ts'

export const clearGarbage = defineCall({
  id: 'system.clearGarbage',
  method: 'POST',
  path: '/api/Diagnostic/ClearGC',
  summary:
    'Free memory that is no longer used, in the process that answers. It is held up meanwhile, for every tenant.',
  caller: 'superuser',
  output: data(z.object({ heapBytesBefore: z.int(), heapBytesAfter: z.int() })),
  errors: [],
})
