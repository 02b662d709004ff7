import { z } from 'zod'

/** Excel's defaults. */
export const usualIteration = { count: 100, tolerance: 0.001 } as const

/** Excel's maximum number of iterations. */
export const mostIterations = 32_767

/** How circular cells are computed. */
export const iteration = z
  .strictObject({
    count: z.int().min(1).max(mostIterations).describe('Rounds that are made at most'),
    tolerance: z.number().min(0).max(1e9).describe('No more rounds are made when no cell of a cycle changes by more'),
  })
  .meta({ id: 'Iteration' })

export type Iteration = z.infer<typeof iteration>

/** A version's iteration settings, and their source. */
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
