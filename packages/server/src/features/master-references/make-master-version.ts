import { bumped, type VersionUpgrade } from '@sheetwright/contract/engines/revision.ts'
import type { ReferenceRange } from '@sheetwright/contract/master-references/master-reference.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { insertMasterVersion, type NewMasterVersion, type NewRange } from './master-reference.store.ts'
import { keepTable } from './reference-table.store.ts'
import type { ReadTable } from './tables/table-request.ts'
import type { TableWork } from './workbook-tables.job.ts'

export interface RangeChange {
  readonly range: string
  readonly change: 'added' | 'removed' | 'headings' | 'rows'
}

/** Changes of the ranges since the previous version. */
export function rangeChanges(before: readonly ReferenceRange[], now: readonly ReadTable[]): RangeChange[] {
  const key = ({ name }: { readonly name: string }) => name.toLowerCase()
  const earlier = new Map(before.map((range) => [key(range), range]))
  const names = new Set(now.map(key))
  const headings = ({ columns }: Pick<ReadTable, 'columns'>) =>
    columns.map(({ heading }) => heading.toLowerCase()).join('\n')
  return [
    ...before
      .filter((range) => !names.has(key(range)))
      .map(({ name }) => ({ range: name, change: 'removed' as const })),
    ...now.flatMap((table): RangeChange[] => {
      const old = earlier.get(key(table))
      if (old === undefined) return [{ range: table.name, change: 'added' }]
      if (headings(old) !== headings(table)) return [{ range: table.name, change: 'headings' }]
      return old.tableHash === table.hash ? [] : [{ range: table.name, change: 'rows' }]
    }),
  ]
}

export function proposedUpgrade(changes: readonly RangeChange[]): VersionUpgrade {
  if (changes.some(({ change }) => change === 'removed' || change === 'headings')) return 'major'
  return changes.some(({ change }) => change === 'added') ? 'minor' : 'patch'
}

/** Stores the tables that were read, and a version with them. */
export async function makeMasterVersion(
  tx: TenantTransaction,
  { done, lines }: TableWork,
  version: Omit<NewMasterVersion, 'revision'>,
  { latest, upgrade }: { latest: string | undefined; upgrade: VersionUpgrade },
): Promise<string> {
  for (const table of done.tables) await keepTable(tx, table, lines(table))
  const ranges = done.tables.map(
    ({ name, cell, columns, hasFormulas, hash }): NewRange => ({ name, cell, columns, hasFormulas, tableHash: hash }),
  )
  return insertMasterVersion(tx, { ...version, revision: bumped(latest, upgrade) }, ranges)
}
