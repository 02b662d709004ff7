import { listUsers, type UserSort } from '@sheetwright/contract/users/list-users.ts'
import { asc, desc, type SQL, sql } from 'drizzle-orm'
import { userGroupMembers, users } from '../../platform/db/schema/users.ts'
import { handle } from '../../platform/http/handle.ts'
import * as store from '../../platform/identity/users.store.ts'
import { userAnswer } from './user-answer.ts'

export const listUsersHandler = handle(listUsers, async ({ caller, query, services: { db } }) => {
  const { page, pageSize } = query
  const filters = [
    ...(query.search.trim() === '' ? [] : [contains(query.search.trim())]),
    ...(query.group === undefined ? [] : [isMemberOf(query.group)]),
    ...(query.status === undefined ? [] : [sql`${users.isActive} = ${query.status === 'Enabled'}`]),
  ]
  const wanted = { page, pageSize, filters, order: orderBy(query.sort) }
  const { items, count } = await db.inTenant(caller.tenantId, (tx) => store.listUsers(tx, wanted))
  return { users: items.map(userAnswer), count }
})

const sortColumns: Record<UserSort, SQL> = {
  fullName: sql`${users.fullName} COLLATE name_order`,
  email: sql`name_key(${users.email})`,
  status: sql`${users.isActive}`,
  lastLogin: sql`${users.lastSignInAt}`,
  created: sql`${users.createdAt}`,
}

function orderBy(sort: UserSort | `-${UserSort}`): SQL {
  const column = sortColumns[sort.replace(/^-/, '') as UserSort]
  return sort.startsWith('-') ? desc(column) : asc(column)
}

function contains(text: string): SQL {
  const pattern = sql`name_key(${`%${text.replace(/[\\%_]/g, '\\$&')}%`})`
  return sql`(name_key(${users.fullName}) LIKE ${pattern} OR name_key(${users.email}) LIKE ${pattern})`
}

function isMemberOf(label: string): SQL {
  return sql`EXISTS (SELECT FROM ${userGroupMembers} AS m
    WHERE m.tenant_id = ${users.tenantId} AND m.user_id = ${users.id} AND m.label = ${label})`
}
