import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { batchCallers, batchData, batchProgress, tenantParams } from './batch.ts'

const listed = batchProgress.extend({ object: z.literal('batch'), id: z.uuid(), data: batchData })

export const listBatches = defineCall({
  id: 'execution.listBatches',
  method: 'GET',
  path: '/{tenant}/api/v4/batch/status',
  summary: "The tenant's batches that run and those that ended lately: one's own, for supervisors all.",
  ...batchCallers,
  params: tenantParams,
  output: {
    kind: 'plain',
    schema: z
      .object({
        in_progress_batches: z.array(listed),
        recent_batches: z.array(listed),
        tenant: z.object({ name: z.string(), workers_in_use: z.int() }),
      })
      .meta({ id: 'BatchOverview' }),
  },
  errors: [],
})
