import { type ApiKeyFilter, listApiKeys } from '@sheetwright/contract/api-keys/list-api-keys.ts'
import { asc, desc, type SQL, sql } from 'drizzle-orm'
import { apiKeys } from '../../platform/db/schema/api-keys.ts'
import { handle } from '../../platform/http/handle.ts'
import { listKeys } from './api-key.store.ts'
import { keyAnswer } from './key-answer.ts'

export const listApiKeysHandler = handle(listApiKeys, async ({ caller, body, services: { db } }) => {
  const { page, pageSize, search, sort } = body
  const filterList = search.map(({ field, value }) => filters[field](String(value)))
  const column = sortColumns[sort.replace(/^-/, '') as keyof typeof sortColumns]
  const order = sort.startsWith('-') ? desc(column) : asc(column)
  const wanted = { page, pageSize, filters: filterList, order }
  const { items, count } = await db.inTenant(caller.tenantId, (tx) => listKeys(tx, wanted))
  return { items: items.map(keyAnswer), count }
})

const filters: Record<ApiKeyFilter, (value: string) => SQL> = {
  name: (value) => sql`name_key(${apiKeys.name}) LIKE name_key(${`%${value.replace(/[\\%_]/g, '\\$&')}%`})`,
  group: (value) => sql`${apiKeys.groupLabel} = ${value}`,
}

const sortColumns = {
  created: sql`${apiKeys.createdAt}`,
  name: sql`${apiKeys.name} COLLATE name_order`,
  lastUsed: sql`${apiKeys.lastUsedAt}`,
} as const
