import type { DictionaryEntry, dictionarySorts } from '@sheetwright/contract/data-dictionary/dictionary-entry.ts'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { dataDictionaryEntries as table } from '../../platform/db/schema/data-dictionary.ts'

const columns = {
  name: table.name,
  direction: table.direction,
  type: table.type,
  unit: table.unit,
  allowed: table.allowed,
  description: table.description,
}

const sortColumns: Readonly<Record<string, SQL>> = {
  name: sql`${table.name} COLLATE name_order`,
  type: sql`${table.type}`,
  direction: sql`${table.direction}`,
}

export async function listEntries(
  tx: TenantTransaction,
  wanted: { page: number; pageSize: number; sort: (typeof dictionarySorts)[number]; searchText: string },
): Promise<{ items: DictionaryEntry[]; count: number }> {
  const like = `%${wanted.searchText.replaceAll(/[\\%_]/g, '\\$&')}%`
  const matching = and(
    eq(table.tenantId, tx.tenantId),
    wanted.searchText === ''
      ? undefined
      : sql`(name_key(${table.name}) LIKE name_key(${like}) OR name_key(${table.unit}) LIKE name_key(${like})
          OR name_key(${table.description}) LIKE name_key(${like}))`,
  )
  const column = sortColumns[wanted.sort.replace('-', '')] ?? sql`${table.name}`
  const items = await tx.q
    .select(columns)
    .from(table)
    .where(matching)
    .orderBy(wanted.sort.startsWith('-') ? desc(column) : asc(column), asc(table.name))
    .limit(wanted.pageSize)
    .offset((wanted.page - 1) * wanted.pageSize)
  return { items, count: await tx.q.$count(table, matching) }
}

export async function allEntries(tx: TenantTransaction): Promise<DictionaryEntry[]> {
  return tx.q
    .select(columns)
    .from(table)
    .where(eq(table.tenantId, tx.tenantId))
    .orderBy(sql`${table.name} COLLATE name_order`)
}

const rowsAtOnce = 1000

/** Replaces all existing entries. */
export async function replaceEntries(tx: TenantTransaction, entries: readonly DictionaryEntry[]): Promise<void> {
  await tx.q.delete(table).where(eq(table.tenantId, tx.tenantId))
  for (let from = 0; from < entries.length; from += rowsAtOnce) {
    const rows = entries.slice(from, from + rowsAtOnce).map((entry) => ({ tenantId: tx.tenantId, ...entry }))
    await tx.q.insert(table).values(rows)
  }
}
