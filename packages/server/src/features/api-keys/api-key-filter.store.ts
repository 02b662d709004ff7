import type { ApiKeyFilter } from '@sheetwright/contract/api-keys/list-api-keys.ts'
import { asc, desc, type SQL, sql } from 'drizzle-orm'
import { apiKeys } from '../../platform/db/schema/api-keys.ts'

/** The SQL condition of each search field of the list call. */
const filters: Record<ApiKeyFilter, (value: string) => SQL> = {
  name: (value) => sql`name_key(${apiKeys.name}) LIKE name_key(${`%${value.replace(/[\\%_]/g, '\\$&')}%`})`,
  group: (value) => sql`${apiKeys.groupLabel} = ${value}`,
}

const sortColumns = {
  created: sql`${apiKeys.createdAt}`,
  name: sql`${apiKeys.name} COLLATE name_order`,
  lastUsed: sql`${apiKeys.lastUsedAt}`,
} as const

type SortField = keyof typeof sortColumns

export function filterKeys(search: readonly { field: ApiKeyFilter; value: string | number | boolean }[]): SQL[] {
  return search.map(({ field, value }) => filters[field](String(value)))
}

export function keyOrder(sort: SortField | `-${SortField}`): SQL {
  const column = sortColumns[sort.replace(/^-/, '') as SortField]
  return sort.startsWith('-') ? desc(column) : asc(column)
}
