import { z } from 'zod'

/** Messages of a child to its parent. The child worked on untrusted data, so the parent validates them. */
export const childMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), percent: z.number().min(0).max(100), note: z.string().max(200) }),
  z.object({ kind: z.literal('done'), result: z.unknown() }),
  z.object({ kind: z.literal('out of memory') }),
  z.object({ kind: z.literal('failed'), message: z.string().max(10_000) }),
])

export type ChildMessage = z.infer<typeof childMessage>
