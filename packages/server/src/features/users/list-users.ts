import { listUsers } from '@sheetwright/contract/users/list-users.ts'
import { handle } from '../../platform/http/handle.ts'
import * as store from '../../platform/identity/users.store.ts'
import { userAnswer } from './user-answer.ts'
import { filterUsers, userOrder } from './user-filter.store.ts'

export const listUsersHandler = handle(listUsers, async ({ caller, query, services: { db } }) => {
  const { page, pageSize } = query
  const wanted = { page, pageSize, filters: filterUsers(query), order: userOrder(query.sort) }
  const { items, count } = await db.inTenant(caller.tenantId, (tx) => store.listUsers(tx, wanted))
  return { users: items.map(userAnswer), count }
})
