import { z } from 'zod'

export const up = { kind: 'plain', schema: z.object({ status: z.literal('UP') }) } as const
