import { listUserGroups } from '@sheetwright/contract/user-groups/list-user-groups.ts'
import { handle } from '../../platform/http/handle.ts'
import { groupAnswer } from './group-answer.ts'
import { listGroups } from './user-group.store.ts'

export const listUserGroupsHandler = handle(listUserGroups, async ({ caller, body, services: { db } }) => {
  const { items, count } = await db.inTenant(caller.tenantId, (tx) => listGroups(tx, body))
  return { items: items.map(groupAnswer), count }
})
