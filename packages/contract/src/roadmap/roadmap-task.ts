import { z } from 'zod'
import { day } from '../dates.ts'
import { accessLevel } from '../permissions/access-level.ts'
import { productStatus } from '../products/product.ts'

/** Maximum number of products on the roadmap. */
export const roadmapPageSize = 1000

export const mostDependencies = 50

/** A product as a task of the Gantt chart. */
export const roadmapTask = z
  .object({
    id: z.uuid(),
    name: z.string(),
    start: day.nullable().describe('Start date of the product'),
    end: day.nullable().describe('Launch date of the product, which belongs to the task'),
    progress: z.int().min(0).max(100),
    dependencies: z.array(z.uuid()).describe('Products that must have started before; only those the caller sees'),
    status: productStatus,
    access: accessLevel.describe('What the caller may do with the product'),
  })
  .meta({ id: 'RoadmapTask' })

export type RoadmapTask = z.infer<typeof roadmapTask>
