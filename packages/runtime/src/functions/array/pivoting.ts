import { asMatrix, callForScalar } from '../../cells.ts'
import { toNumber } from '../../coerce.ts'
import { ExcelError, errors, type Lambda, Matrix, type Scalar, type Value } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'
import { type Group, groupRecords, type SortKey, sortKeys } from './grouping.ts'

/** Whether the data carry headings, and whether they are shown. */
interface Headings {
  readonly inData: boolean
  readonly shown: boolean
}

/** 0: no; 1: yes, not shown; 2: no, made up; 3: yes, shown. Left out: yes where a text stands above a number. */
function headingsFrom(mode: number | undefined, values: Matrix): Headings | ExcelError {
  if (mode === undefined) {
    const inData = values.rows > 1 && typeof values.at(0, 0) === 'string' && typeof values.at(1, 0) === 'number'
    return { inData, shown: false }
  }
  switch (Math.trunc(mode)) {
    case 0:
      return { inData: false, shown: false }
    case 1:
      return { inData: true, shown: false }
    case 2:
      return { inData: false, shown: true }
    case 3:
      return { inData: true, shown: true }
    default:
      return errors.value
  }
}

function names(fields: Matrix, headings: Headings, made: string): Scalar[] {
  return Array.from({ length: fields.cols }, (_, col) => (headings.inData ? fields.at(0, col) : `${made} ${col + 1}`))
}

/** Records that are looked at: those below the headings that the filter lets through. */
function recordsOf(rows: number, headings: Headings, filter: Matrix | undefined): number[] | ExcelError {
  if (filter && filter.rows !== rows) return errors.value
  const records: number[] = []
  for (let row = headings.inData ? 1 : 0; row < rows; row++) {
    const flag = filter ? filter.at(row, 0) : true
    if (flag instanceof ExcelError) return flag
    if (typeof flag === 'string') return errors.value
    if (flag !== null && flag !== false && flag !== 0) records.push(row)
  }
  return records
}

function column(values: Matrix, col: number, records: readonly number[]): Matrix {
  return new Matrix(
    records.length,
    1,
    records.map((record) => values.at(record, col)),
  )
}

/** Applies the function to the values of some records; one that wants two arguments is also given those it is a part of. */
function aggregate(
  values: Matrix,
  lambda: Lambda,
  col: number,
  records: readonly number[],
  whole: readonly number[],
): Scalar {
  const part = column(values, col, records)
  const result = callForScalar(lambda, lambda.minArgs >= 2 ? [part, column(values, col, whole)] : [part])
  return result === errors.calc ? errors.value : result
}

function numbersOf(context: CallContext, value: Value | undefined): number[] | ExcelError {
  if (value === undefined) return []
  const numbers: number[] = []
  for (const cell of asMatrix(value).data) {
    const number = toNumber(cell, context)
    if (number instanceof ExcelError) return number
    numbers.push(Math.trunc(number))
  }
  return numbers
}

interface Source {
  readonly values: Matrix
  readonly lambda: Lambda
  readonly records: readonly number[]
}

/** One side of the result: its fields grouped, sorted and totalled. */
function side(
  context: CallContext,
  source: Source,
  fields: Matrix,
  totals: number | undefined,
  sort: Value | undefined,
  nested: boolean,
): Group[] | ExcelError {
  const depth = Math.trunc(totals ?? 1)
  if (Math.abs(depth) > fields.cols) return errors.value
  if (!nested && Math.abs(depth) > 1) return errors.value
  const numbers = numbersOf(context, sort)
  if (numbers instanceof ExcelError) return numbers
  const keys: SortKey[] | ExcelError = sortKeys(numbers, fields.cols + source.values.cols)
  if (keys instanceof ExcelError) return keys
  const { values, lambda, records } = source
  return groupRecords(fields, records, {
    totals: depth,
    sort: keys,
    nested,
    aggregate: (members, col) => aggregate(values, lambda, col, members, records),
  })
}

function groupBy(
  context: CallContext,
  fields: Matrix,
  values: Matrix,
  lambda: Lambda,
  options: {
    headings: number | undefined
    totals: number | undefined
    sort: Value | undefined
    filter: Value | undefined
    relationship: number
  },
): Value {
  if (fields.rows !== values.rows) return errors.value
  const headings = headingsFrom(options.headings, values)
  if (headings instanceof ExcelError) return headings
  const records = recordsOf(fields.rows, headings, options.filter === undefined ? undefined : asMatrix(options.filter))
  if (records instanceof ExcelError) return records
  if (records.length === 0) return errors.calc
  context.charge(fields.data.length + values.data.length)
  const source: Source = { values, lambda, records }
  const groups = side(context, source, fields, options.totals, options.sort, Math.trunc(options.relationship) === 0)
  if (groups instanceof ExcelError) return groups
  const rows = groups.map((group) =>
    group.labels.concat(
      Array.from({ length: values.cols }, (_, col) => aggregate(values, lambda, col, group.records, records)),
    ),
  )
  const heading = [...names(fields, headings, 'Row Field'), ...names(values, headings, 'Value')]
  return Matrix.fromRows(headings.shown ? [heading, ...rows] : rows)
}

function intersect(left: readonly number[], right: ReadonlySet<number>): number[] {
  return left.filter((record) => right.has(record))
}

/** Which records a share is a part of: 0 its column, 1 its row, 2 everything, 3 the group its column is in, 4 that of its row. */
function wholeOf(relativeTo: number, row: Group, col: Group, all: readonly number[]): readonly number[] {
  switch (relativeTo) {
    case 0:
      return col.records
    case 1:
      return row.records
    case 2:
      return all
    case 3:
      return intersect(row.records, new Set(col.parent))
    default:
      return intersect(row.parent, new Set(col.records))
  }
}

function pivotBy(
  context: CallContext,
  rowFields: Matrix,
  colFields: Matrix,
  values: Matrix,
  lambda: Lambda,
  options: {
    headings: number | undefined
    rowTotals: number | undefined
    rowSort: Value | undefined
    colTotals: number | undefined
    colSort: Value | undefined
    filter: Value | undefined
    relativeTo: number
  },
): Value {
  if (rowFields.rows !== values.rows || colFields.rows !== values.rows) return errors.value
  const relativeTo = Math.trunc(options.relativeTo)
  if (relativeTo < 0 || relativeTo > 4) return errors.value
  const headings = headingsFrom(options.headings, values)
  if (headings instanceof ExcelError) return headings
  const records = recordsOf(values.rows, headings, options.filter === undefined ? undefined : asMatrix(options.filter))
  if (records instanceof ExcelError) return records
  if (records.length === 0) return errors.calc
  const source: Source = { values, lambda, records }
  const rows = side(context, source, rowFields, options.rowTotals, options.rowSort, true)
  if (rows instanceof ExcelError) return rows
  const cols = side(context, source, colFields, options.colTotals, options.colSort, true)
  if (cols instanceof ExcelError) return cols
  context.charge(rows.length * cols.length * values.cols + values.data.length)
  const body = rows.map((row) => {
    const members = new Set(row.records)
    return row.labels.concat(
      cols.flatMap((col) => {
        const cell = intersect(col.records, members)
        const whole = wholeOf(relativeTo, row, col, records)
        return Array.from({ length: values.cols }, (_, index) =>
          cell.length === 0 ? '' : aggregate(values, lambda, index, cell, whole),
        )
      }),
    )
  })
  return Matrix.fromRows([...pivotHeadings(rowFields, colFields, values, cols, headings), ...body])
}

/** The keys of the column fields above the values; with headings shown the names of all fields around them. */
function pivotHeadings(
  rowFields: Matrix,
  colFields: Matrix,
  values: Matrix,
  cols: readonly Group[],
  headings: Headings,
): Scalar[][] {
  const corner: Scalar[] = Array.from({ length: rowFields.cols }, () => '')
  const keys = Array.from({ length: colFields.cols }, (_, level) => [
    ...corner,
    ...cols.flatMap((col) => Array.from({ length: values.cols }, () => col.labels[level] ?? '')),
  ])
  if (!headings.shown) return keys
  const width = cols.length * values.cols
  const colNames = names(colFields, headings, 'Column Field').map(String).join(', ')
  const top: Scalar[] = [...corner, ...Array.from({ length: width }, (_, index) => (index === 0 ? colNames : ''))]
  const valueNames = names(values, headings, 'Value')
  return [top, ...keys, [...names(rowFields, headings, 'Row Field'), ...cols.flatMap(() => valueNames)]]
}

export const pivotingFunctions: readonly FunctionDefinition[] = [
  define({
    name: 'GROUPBY',
    params: [
      { name: 'row_fields', kind: 'value' },
      { name: 'values', kind: 'value' },
      { name: 'function', kind: 'lambda' },
      { name: 'field_headers', kind: 'number', optional: true },
      { name: 'total_depth', kind: 'number', optional: true },
      { name: 'sort_order', kind: 'value', optional: true },
      { name: 'filter_array', kind: 'value', optional: true },
      { name: 'field_relationship', kind: 'number', optional: true, default: 0 },
    ],
    body: (context, fields, values, lambda, headings, totals, sort, filter, relationship) =>
      groupBy(context, asMatrix(fields), asMatrix(values), lambda, { headings, totals, sort, filter, relationship }),
  }),
  define({
    name: 'PIVOTBY',
    params: [
      { name: 'row_fields', kind: 'value' },
      { name: 'col_fields', kind: 'value' },
      { name: 'values', kind: 'value' },
      { name: 'function', kind: 'lambda' },
      { name: 'field_headers', kind: 'number', optional: true },
      { name: 'row_total_depth', kind: 'number', optional: true },
      { name: 'row_sort_order', kind: 'value', optional: true },
      { name: 'col_total_depth', kind: 'number', optional: true },
      { name: 'col_sort_order', kind: 'value', optional: true },
      { name: 'filter_array', kind: 'value', optional: true },
      { name: 'relative_to', kind: 'number', optional: true, default: 0 },
    ],
    body: (context, rows, cols, values, lambda, headings, rowTotals, rowSort, colTotals, colSort, filter, relativeTo) =>
      pivotBy(context, asMatrix(rows), asMatrix(cols), asMatrix(values), lambda, {
        headings,
        rowTotals,
        rowSort,
        colTotals,
        colSort,
        filter,
        relativeTo,
      }),
  }),
]
