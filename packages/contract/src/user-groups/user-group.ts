import { z } from 'zod'
import { groupLabel } from '../users/group-label.ts'
import { moduleRules } from './rules.ts'

export const userGroupRule = z
  .object({
    userGroup: groupLabel,
    settings: z.object({ moduleRules }),
    members: z.int().min(0),
  })
  .meta({ id: 'UserGroupRule' })

export const userGroupPageSize = 100
