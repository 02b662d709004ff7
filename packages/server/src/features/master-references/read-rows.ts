import type { RowFilter, ReferenceRows, RowsRequest } from '@sheetwright/contract/master-references/reference-rows.ts'
import type { ReferenceColumn, ReferenceRange } from '@sheetwright/contract/master-references/master-reference.ts'
import { fromJson } from '@sheetwright/runtime/engine/json-values.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { StoredMasterVersion } from './master-reference.store.ts'
import { type CellFilter, readRows, type RowsAsked } from './reference-table.store.ts'
import { wireValue } from './tables/stored-cells.ts'

/** One page of a range of a version. */
export async function readRange(
  tx: TenantTransaction,
  version: StoredMasterVersion,
  asked: RowsRequest,
): Promise<ReferenceRows> {
  const range = requireRange(version, asked.range)
  const { columns } = range
  const { page, pageSize } = asked
  const filters = asked.filter.map((filter, i) => cellFilter(filter, i, columns))
  const { rows, count } = await readRows(tx, range.tableHash, {
    page,
    pageSize,
    filters,
    order: orderOf(asked, columns),
  })
  return {
    documentId: version.documentId,
    versionId: version.id,
    revision: version.revision,
    range: range.name,
    columns,
    rows: rows.map(({ cells }) =>
      Object.fromEntries(columns.map((column, i) => [column.heading, wireValue(cells[i], column)])),
    ),
    rowNumbers: rows.map(({ position }) => position),
    count,
    page,
    pageSize,
  }
}

export function requireRange({ referenceRanges, revision }: StoredMasterVersion, name: string): ReferenceRange {
  const plain = name.replace(/^xref_/i, '').toLowerCase()
  const range = referenceRanges.find((one) => one.name.toLowerCase() === plain)
  if (range !== undefined) return range
  const allowed = referenceRanges.map((one) => one.name).join(', ')
  throw new CallError('REFERENCE_RANGE_NOT_FOUND', `Version ${revision} has no range "${name}"`, [
    { field: 'body.range', message: 'is no range of the version', allowed },
  ])
}

function orderOf({ sort = [] }: RowsRequest, columns: readonly ReferenceColumn[]): RowsAsked['order'] {
  return [sort].flat().map((text, i) => {
    const exact = columns.findIndex(({ heading }) => heading.toLowerCase() === text.trim().toLowerCase())
    if (exact >= 0) return { index: exact, descending: false }
    const index = columnIndex(text.replace(/^-/, ''), `body.sort.${i}`, columns)
    return { index, descending: text.startsWith('-') }
  })
}

function columnIndex(heading: string, field: string, columns: readonly ReferenceColumn[]): number {
  const index = columns.findIndex((column) => column.heading.toLowerCase() === heading.trim().toLowerCase())
  if (index >= 0) return index
  const allowed = columns.map((column) => column.heading).join(', ')
  throw new CallError('INVALID_INPUT', `The range has no column "${heading}"`, [
    { field, message: 'is no column of the range', allowed },
  ])
}

/** Dates are stored as serial numbers, so a filter uses one too. */
function cellFilter(filter: RowFilter, position: number, columns: readonly ReferenceColumn[]): CellFilter {
  const { column: heading, operator, value = null } = filter
  const field = `body.filter.${position}`
  const index = columnIndex(heading, `${field}.column`, columns)
  const column = columns[index]
  const isOfText = operator === 'contains' || operator === 'startsWith'
  if (operator === 'blank' || operator === 'notBlank' || isOfText || column === undefined) {
    return { index, operator, value: isOfText ? String(value ?? '') : null }
  }
  if (value === null) return { index, operator: operator === 'notEquals' ? 'notBlank' : 'blank', value: null }
  const setting = { date1904: false, locale: 'en-US', now: 0 }
  const converted = fromJson(value, column.type, column.numberFormat, setting)
  if (converted.ok) return { index, operator, value: converted.value as CellFilter['value'] }
  throw new CallError('INVALID_INPUT', `"${String(value)}" cannot be in the column "${column.heading}"`, [
    { field: `${field}.value`, message: `must be ${converted.allowed}`, allowed: converted.allowed },
  ])
}
