import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { mostDependencies, roadmapTask } from './roadmap-task.ts'

export const setDependencies = defineCall({
  id: 'roadmap.setDependencies',
  method: 'POST',
  path: '/api/v1/productroadmap/setdependencies',
  summary:
    'Say which products another one depends on, instead of those it depended on before. Dependencies on products that the ' +
    'caller does not see stay. A product may not depend on itself, nor in a circle.',
  caller: 'user',
  body: json(z.strictObject({ productId: z.uuid(), dependencies: z.array(z.uuid()).max(mostDependencies) })),
  output: data(roadmapTask),
  errors: ['PRODUCT_NOT_FOUND', 'ROADMAP_DEPENDENCY_CYCLE'],
})
