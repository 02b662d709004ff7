import { asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { engines } from '../../platform/db/schema/engines.ts'
import { products } from '../../platform/db/schema/products.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import { isFavouriteEngineOf } from './engine.store.ts'

type EngineFilter = 'serviceName_co' | 'isfavorite'
type SearchValue = string | number | boolean

/** The SQL condition of each search field of the list call. */
const filters: Record<EngineFilter, (value: SearchValue, caller: CallerIdentity) => SQL> = {
  serviceName_co: (value) => nameContains(String(value)),
  isfavorite: (value, caller) =>
    flagOf(value) ? isFavouriteEngineOf(caller) : sql`NOT ${isFavouriteEngineOf(caller)}`,
}

export function filterEngines(
  search: readonly { field: EngineFilter; value: SearchValue }[],
  caller: CallerIdentity,
): SQL[] {
  return search.map(({ field, value }) => filters[field](value, caller))
}

export function inProduct(productId: string): SQL {
  return eq(engines.productId, productId)
}

/** Engines whose service name contains a text literally. */
export function nameContains(text: string): SQL {
  return sql`name_key(${engines.serviceName}) LIKE ${containing(text)}`
}

/** Engines of products whose name contains a text. */
export function productNameContains(text: string): SQL {
  return sql`name_key(${products.name}) LIKE ${containing(text)}`
}

/** Engines that assistants may find. */
export function isForAssistants(): SQL {
  return eq(engines.forAssistants, true)
}

/** The engine whose id has this end. */
export function idEndsWith(end: string): SQL {
  return sql`right(${engines.id}::text, 12) = ${end}`
}

/** Engines whose service name or product name contains a text. */
export function isNamedLike(text: string): SQL {
  return sql`(${nameContains(text)} OR ${productNameContains(text)})`
}

function containing(text: string): SQL {
  return sql`name_key(${`%${text.replace(/[\\%_]/g, '\\$&')}%`})`
}

const sortColumns = {
  updated: sql`${engines.updatedAt}`,
  created: sql`${engines.createdAt}`,
  name: sql`${engines.serviceName} COLLATE name_order`,
} as const

type SortField = keyof typeof sortColumns

export function engineOrder(sort: SortField | `-${SortField}`): SQL {
  const column = sortColumns[sort.replace(/^-/, '') as SortField]
  return sort.startsWith('-') ? desc(column) : asc(column)
}

function flagOf(value: SearchValue): boolean {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  throw new CallError('INVALID_INPUT', 'The value of isfavorite is neither true nor false', [
    { field: 'body.search.isfavorite', message: 'is neither true nor false', allowed: 'true, false' },
  ])
}
