import { createHash } from 'node:crypto'
import type { SqlTable } from '@sheetwright/contract/dml/dml.ts'
import type { Dialect, TargetTable } from './dialect.ts'

/** The table with names that the database accepts, and the names that had to change. */
export function targetTable(
  dialect: Dialect,
  { name, columns, key }: SqlTable,
): { readonly table: TargetTable; readonly renamed: readonly (readonly [from: string, to: string])[] } {
  const renamed: (readonly [string, string])[] = []
  const fit = (wanted: string) => {
    const fitting = fittingName(dialect, wanted)
    if (fitting !== wanted) renamed.push([wanted, fitting])
    return fitting
  }
  const table = {
    name: fit(name),
    columns: columns.map((column) => ({ ...column, name: fit(column.name) })),
    key: key.map((one) => columns.findIndex((column) => column.name === one)),
  }
  return { table, renamed }
}

/** Cuts a name that is too long; a hash of the whole name keeps it unique. */
export function fittingName({ nameLimit, forbiddenInNames }: Dialect, wanted: string): string {
  const allowed = wanted
    .replace(forbiddenInNames, '_')
    .replaceAll(/[\r\n\t]/g, ' ')
    .trimEnd()
  const size = (text: string) => (nameLimit.in === 'bytes' ? Buffer.byteLength(text) : text.length)
  const isChanged = allowed !== wanted
  if (size(allowed) <= nameLimit.most && !isChanged) return allowed
  const ending = `_${createHash('sha256').update(wanted).digest('hex').slice(0, 8)}`
  const characters = Array.from(allowed)
  while (size(characters.join('')) + ending.length > nameLimit.most) characters.pop()
  return characters.join('') + ending
}
