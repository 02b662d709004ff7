import type { AuditFilter } from '@sheetwright/contract/audit/list-audit.ts'
import { day } from '@sheetwright/contract/dates.ts'
import { asc, desc, type SQL, sql } from 'drizzle-orm'
import { auditEntries } from '../../platform/db/schema/audit.ts'
import { CallError } from '../../platform/http/call-error.ts'

/** The SQL condition of each search field. */
const filters: Record<AuditFilter, (value: string) => SQL> = {
  actor: (value) => contains(sql`${auditEntries.actorName}`, value),
  action: (value) => contains(sql`${auditEntries.action}`, value),
  entityType: (value) => sql`${auditEntries.entityType} = ${value}`,
  entityId: (value) => sql`${auditEntries.entityId} = ${value}`,
  entityName: (value) => contains(sql`${auditEntries.entityName}`, value),
  from: (value) => since(dayOf(value, 'from')),
  to: (value) => until(dayOf(value, 'to')),
}

export function filterBy(search: readonly { field: AuditFilter; value: string | number | boolean }[]): SQL[] {
  return search.map(({ field, value }) => filters[field](String(value)))
}

/** The same for fields that were given by name. */
export function filterByFields(fields: Readonly<Partial<Record<AuditFilter, string | undefined>>>): SQL[] {
  return Object.entries(fields).flatMap(([field, value]) =>
    value === undefined ? [] : [filters[field as AuditFilter](value)],
  )
}

/** Days are UTC days; the last one is included. */
function since(from: string): SQL {
  return sql`${auditEntries.at} >= ${from}::date`
}

function until(to: string): SQL {
  return sql`${auditEntries.at} < ${to}::date + 1`
}

const sortColumns = {
  at: sql`${auditEntries.number}`,
  actor: sql`${auditEntries.actorName} COLLATE name_order`,
  action: sql`${auditEntries.action}`,
} as const

type SortField = keyof typeof sortColumns

export function orderBy(sort: SortField | `-${SortField}`): SQL {
  const column = sortColumns[sort.replace(/^-/, '') as SortField]
  return sort.startsWith('-') ? desc(column) : asc(column)
}

function contains(column: SQL, text: string): SQL {
  return sql`name_key(${column}) LIKE name_key(${`%${text.replace(/[\\%_]/g, '\\$&')}%`})`
}

function dayOf(value: string, field: string): string {
  if (day.safeParse(value).success) return value
  const message = `The value of ${field} is not a day`
  throw new CallError('INVALID_DATETIME', message, [{ field: `body.search.${field}`, message, allowed: 'YYYY-MM-DD' }])
}
