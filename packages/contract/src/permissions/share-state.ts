import { z } from 'zod'
import { accessLevel } from './access-level.ts'
import { groupLabel } from '../users/group-label.ts'

export const shareState = z
  .object({
    groupName: groupLabel,
    isShared: z.boolean(),
    level: accessLevel.nullable().describe('What the group may do; null when it is not shared with'),
  })
  .meta({ id: 'ShareState' })
