import type { SqlTable } from '@sheetwright/contract/dml/dml.ts'
import type { DmlRefusal, DmlTask } from './dml-request.ts'
import type { SourceTable } from './source-tables.ts'
import type { Dialect } from './sql/dialect.ts'
import { targetTable } from './sql/target-table.ts'

type Asked = Exclude<DmlTask, { kind: 'describe' }>

export interface PlannedTable {
  readonly plan: SqlTable
  readonly source: SourceTable
  /** For each planned column, its index in the workbook's table. */
  readonly places: readonly number[]
  readonly target: ReturnType<typeof targetTable>
}

/** Finds the requested tables in the workbook; without a request, all as proposed. */
export function planTables(
  dialect: Dialect,
  sources: readonly SourceTable[],
  { tables, level }: Pick<Asked, 'tables' | 'level'>,
): readonly PlannedTable[] | DmlRefusal {
  const errors: DmlRefusal['errors'] = []
  const wanted = tables ?? sources.map((source) => planOf(source.propose()))
  if (wanted.length === 0) {
    const message = 'The workbook has no tables: neither a range named Xref_ nor an Excel table.'
    return { kind: 'refused', code: 'INVALID_INPUT', message, errors: [{ field: 'engine', message }] }
  }
  const planned = wanted.flatMap((plan, index): PlannedTable[] => {
    const field = `options.tables.${index}`
    const source = sources.find((one) => one.source.toLowerCase() === plan.source.toLowerCase())
    if (source === undefined) {
      const allowed = sources.map((one) => one.source).join(', ')
      errors.push({ field: `${field}.source`, message: 'is no table of the workbook', allowed })
      return []
    }
    if (level > 0 && plan.key.length === 0) {
      errors.push({ field: `${field}.key`, message: `is missing: ${plan.source} needs a key to be updated by` })
    }
    const used = new Set<number>()
    const places = plan.columns.map(({ heading }, column) => {
      const place = source.headings.findIndex((one, i) => one === heading && !used.has(i))
      used.add(place)
      if (place < 0) {
        const allowed = source.headings.join(', ')
        errors.push({ field: `${field}.columns.${column}.heading`, message: 'is no column of the table', allowed })
      }
      return place
    })
    return [{ plan, source, places, target: targetTable(dialect, plan) }]
  })
  if (errors.length === 0) return planned
  const message = errors.map(({ field, message: text }) => `${field} ${text}`).join('; ')
  return { kind: 'refused', code: 'INVALID_INPUT', message, errors: errors.slice(0, 50) }
}

function planOf({ source, name, columns, key }: SqlTable): SqlTable {
  return { source, name, columns, key }
}

/** Why the last run's rows cannot be compared; undefined if they can. */
export function structureChange(before: SqlTable, after: SqlTable): string | undefined {
  const shape = ({ columns, key }: SqlTable) => JSON.stringify([columns.map(({ name, type }) => [name, type]), key])
  return shape(before) === shape(after)
    ? undefined
    : `The columns, types or key of ${after.name} are not those of the last run. Load it once with level 0 or 1 into a table of the new shape.`
}
