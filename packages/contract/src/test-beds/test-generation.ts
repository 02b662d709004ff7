import { z } from 'zod'
import { day } from '../dates.ts'
import { mostGenerated } from './test-bed.ts'

/** How cases are made. */
export const generationMethods = ['boundary', 'pairwise', 'grid', 'random', 'calls'] as const

export const testGeneration = z
  .strictObject({
    engineId: z.uuid(),
    version: z.string().max(60).optional().describe('Id or revision; the version in use unless given'),
    method: z.enum(generationMethods),
    inputs: z
      .array(z.string().max(255))
      .max(500)
      .optional()
      .describe('Inputs that vary; all unless given. The others keep their defaults'),
    count: z.int().min(1).max(mostGenerated).default(1000).describe('Most cases; how many for random and calls'),
    seed: z
      .int()
      .min(0)
      .max(2 ** 31)
      .default(1)
      .describe('The same seed gives the same cases'),
    from: day.optional().describe('First day of the calls'),
    to: day.optional().describe('Last day of the calls'),
  })
  .meta({ id: 'TestGeneration' })

export type TestGeneration = z.infer<typeof testGeneration>
