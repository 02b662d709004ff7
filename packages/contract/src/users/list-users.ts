import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { groupLabel } from './group-label.ts'
import { user, userPageSize, userStatus } from './user.ts'

const sortFields = ['fullName', 'email', 'status', 'lastLogin', 'created'] as const

export type UserSort = (typeof sortFields)[number]

export const listUsers = defineCall({
  id: 'users.listUsers',
  method: 'GET',
  path: '/users/api/admin/users',
  summary: 'List the people of the tenant, a page at a time.',
  caller: 'supervisor',
  query: z.strictObject({
    page: z.coerce.number().int().min(1).default(1),
    pageSize: z.coerce.number().int().min(1).max(1000).default(userPageSize),
    sort: z
      .enum(sortFields.flatMap((field): (UserSort | `-${UserSort}`)[] => [field, `-${field}`]))
      .default('fullName')
      .describe('A field name, with - before it for descending'),
    search: z.string().max(200).default('').describe('Part of a name or an address'),
    group: groupLabel.optional(),
    status: userStatus.optional(),
  }),
  output: data(z.object({ users: z.array(user), count: z.int().min(0) })),
  errors: [],
})
