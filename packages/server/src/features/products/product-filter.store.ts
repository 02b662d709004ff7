import type { ProductFilter } from '@sheetwright/contract/products/list-products.ts'
import { type ProductStatus, productStatus, productStatusLevels } from '@sheetwright/contract/products/product.ts'
import { arrayOverlaps, asc, desc, inArray, or, type SQL, sql } from 'drizzle-orm'
import { products } from '../../platform/db/schema/products.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { ProductReader } from './product.access.ts'
import { isFavouriteOf } from './product.store.ts'

type SearchValue = string | number | boolean

/** The SQL condition of each search field of the list call. */
const filters: Record<ProductFilter, (value: SearchValue, reader: ProductReader) => SQL> = {
  productName_co: nameContains,
  name: nameContains,
  status1_co: statusContains,
  status: statusContains,
  name1_co: (value) => inSomeCategory(String(value)),
  category: (value) => inSomeCategory(String(value)),
  category_in: (value) => arrayOverlaps(products.category, keysOf(String(value))),
  isstarred: (value, reader) =>
    flagOf(value) ? isFavouriteOf(reader.userId) : sql`NOT ${isFavouriteOf(reader.userId)}`,
}

function nameContains(value: SearchValue): SQL {
  return sql`${products.nameSearch} LIKE ${containing(String(value))}`
}

function statusContains(value: SearchValue): SQL {
  return inArray(products.status, statusesLike(String(value).replace(/^in\s+/i, '')))
}

export function filterBy(
  search: readonly { field: ProductFilter; value: SearchValue }[],
  reader: ProductReader,
): SQL[] {
  return search.map(({ field, value }) => filters[field](value, reader))
}

const sortColumns = {
  updated: sql`${products.updatedAt}`,
  created: sql`${products.createdAt}`,
  name: sql`${products.name} COLLATE name_order`,
  status: sql`array_position(${sql.param(Object.keys(productStatusLevels))}::text[], ${products.status})`,
} as const

type SortField = keyof typeof sortColumns

export function orderBy(sort: SortField | `-${SortField}`): SQL {
  const column = sortColumns[sort.replace(/^-/, '') as SortField]
  return sort.startsWith('-') ? desc(column) : asc(column)
}

function statusesLike(text: string): ProductStatus[] {
  return productStatus.options.filter((status) => status.toLowerCase().includes(text.toLowerCase()))
}

function inSomeCategory(text: string): SQL {
  const alternatives = text.split(',').map((part) => part.trim())
  const matches = alternatives
    .filter((part) => part !== '')
    .map(
      (part) =>
        sql`EXISTS (SELECT FROM unnest(${products.category}) AS one WHERE name_key(one) LIKE ${containing(part)})`,
    )
  return or(...matches) ?? sql`true`
}

function keysOf(text: string): string[] {
  return text.split(',').map((key) => key.trim())
}

/** A LIKE pattern that matches the text literally. */
function containing(text: string): SQL {
  return sql`name_key(${`%${text.replace(/[\\%_]/g, '\\$&')}%`})`
}

function flagOf(value: SearchValue): boolean {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  throw new CallError('INVALID_INPUT', 'The value of isstarred is neither true nor false', [
    { field: 'body.search.isstarred', message: 'is neither true nor false', allowed: 'true, false' },
  ])
}
