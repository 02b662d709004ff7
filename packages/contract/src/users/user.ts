import { z } from 'zod'
import { moment } from '../dates.ts'
import { groupLabel } from './group-label.ts'

export const userStatus = z.enum(['Enabled', 'Disabled']).meta({ id: 'UserStatus' })

export type UserStatus = z.infer<typeof userStatus>

const fullName = z.string().trim().min(1).max(200)
const position = z.string().trim().max(200)

/** A person's details other than the address. */
export const userData = z.strictObject({ FullName: fullName, Position: position.default('') }).meta({ id: 'UserData' })

/** The same, where omitted fields stay unchanged. */
export const userDataChanges = z
  .strictObject({ FullName: fullName.optional(), Position: position.optional() })
  .meta({ id: 'UserDataChanges' })

export const userEmail = z.email().max(254).meta({ id: 'UserEmail' })

/** A member of the tenant, as administrators see them. */
export const user = z
  .object({
    id: z.uuid(),
    is_active: z.boolean(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    groups: z.array(groupLabel),
    group_path: z.string().describe('The strongest group; empty when there is none'),
    data: z.object({ FullName: z.string(), Position: z.string() }),
    status: userStatus,
    is_external: z.boolean().describe('Signs in at an outside identity provider'),
    last_login: moment.nullable(),
  })
  .meta({ id: 'User' })

export type User = z.infer<typeof user>

export const userPageSize = 20
