import { z } from 'zod'

export const mapping = z
  .record(z.string().max(250), z.string().max(250))
  .describe('For an input, the output of an earlier engine that feeds it; others are fed by their name')

/** Engines that run in sequence; the outputs of each feed the inputs of the next. */
export const engineChain = z
  .object({
    id: z.uuid(),
    name: z.string(),
    steps: z
      .array(
        z.object({
          engineId: z.uuid(),
          productId: z.uuid().nullable().describe('Null when the engine is gone, or not for the reader'),
          serviceName: z.string().nullable(),
          mapping,
        }),
      )
      .describe('The engines behind the first, in order'),
  })
  .meta({ id: 'EngineChain' })
