import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { day } from '../dates.ts'

const change = z.strictObject({
  id: z.uuid().describe('The product'),
  start: day.optional(),
  end: day.optional(),
  progress: z.int().min(0).max(100).optional(),
})

export const moveTasks = defineCall({
  id: 'roadmap.moveTasks',
  method: 'POST',
  path: '/api/v1/productroadmap/movetasks',
  summary:
    'Change dates and progress of products on the roadmap, all or none. No product may come to start before one that it depends on.',
  caller: 'user',
  body: json(z.strictObject({ tasks: z.array(change).min(1).max(500) })),
  output: data(z.object({ changed: z.int().min(0).describe('Products that were changed') })),
  errors: ['PRODUCT_NOT_FOUND', 'ROADMAP_DEPENDENCY_VIOLATED', 'INVALID_INPUT'],
})
