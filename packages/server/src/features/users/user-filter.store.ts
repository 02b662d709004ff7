import type { UserSort } from '@sheetwright/contract/users/list-users.ts'
import { asc, desc, type SQL, sql } from 'drizzle-orm'
import { userGroupMembers, users } from '../../platform/db/schema/users.ts'

export interface UserSearch {
  readonly search: string
  readonly group?: string | undefined
  readonly status?: 'Enabled' | 'Disabled' | undefined
}

/** The SQL conditions of the list call's search fields. */
export function filterUsers({ search, group, status }: UserSearch): SQL[] {
  return [
    ...(search.trim() === '' ? [] : [contains(search.trim())]),
    ...(group === undefined ? [] : [isMemberOf(group)]),
    ...(status === undefined ? [] : [sql`${users.isActive} = ${status === 'Enabled'}`]),
  ]
}

const sortColumns: Record<UserSort, SQL> = {
  fullName: sql`${users.fullName} COLLATE name_order`,
  email: sql`name_key(${users.email})`,
  status: sql`${users.isActive}`,
  lastLogin: sql`${users.lastSignInAt}`,
  created: sql`${users.createdAt}`,
}

export function userOrder(sort: UserSort | `-${UserSort}`): SQL {
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
