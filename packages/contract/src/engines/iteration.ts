import { z } from 'zod'

/** What Excel takes unless told otherwise. */
export const usualIteration = { count: 100, tolerance: 0.001 } as const

/** The most rounds that Excel makes. */
export const mostIterations = 32_767

/** How cells that need their own value are computed. */
export const iteration = z
  .strictObject({
    count: z.int().min(1).max(mostIterations).describe('Rounds that are made at most'),
    tolerance: z.number().min(0).max(1e9).describe('No more rounds are made when no cell of a cycle changes by more'),
  })
  .meta({ id: 'Iteration' })

export type Iteration = z.infer<typeof iteration>

/** The iteration with which a version computes, and who asked for it. */
export const effectiveIteration = z
  .object({
    ...iteration.shape,
    source: z
      .enum(['setting', 'file', 'savedValues'])
      .describe(
        "The engine's setting; the file; or the saved values: they are what iterating gives, though the file does not ask for it",
      ),
  })
  .meta({ id: 'EffectiveIteration' })

export type EffectiveIteration = z.infer<typeof effectiveIteration>
