import { z } from 'zod'
import { defineCall, json, list } from '../call.ts'
import { userGroupPageSize, userGroupRule } from './user-group.ts'

export const listUserGroups = defineCall({
  id: 'userGroups.listUserGroups',
  method: 'POST',
  path: '/api/v1/UserGroupRule/List',
  summary: 'List the groups of the tenant with their rules.',
  caller: 'supervisor',
  body: json(
    z
      .strictObject({
        page: z.int().min(1).default(1),
        pageSize: z.int().min(1).max(1000).default(userGroupPageSize),
        query: z.string().max(200).default('').describe('Part of a group’s name'),
      })
      .prefault({}),
  ),
  output: list(userGroupRule),
  errors: [],
})
