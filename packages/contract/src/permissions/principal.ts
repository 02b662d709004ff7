import { z } from 'zod'
import { groupLabel } from '../users/group-label.ts'

/** A person or group that has a permission. */
export const principal = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('user'), id: z.uuid() }),
    z.strictObject({ type: z.literal('group'), id: groupLabel }),
  ])
  .meta({ id: 'Principal' })

export type Principal = z.infer<typeof principal>
