import { asMatrix, isGrid, readCells } from '../../cells.ts'
import { toNumber } from '../../coerce.ts'
import {
  ExcelError,
  errors,
  type Lambda,
  Matrix,
  type Scalar,
  type StackedFunctions,
  type Value,
} from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'
import { uncomputable } from '../uncomputable.ts'
import { type Group, groupRecords, type SortKey, sortKeys } from './grouping.ts'
import { functionsOf } from './stacked-functions.ts'

/** Do the data have headings, and are they shown? */
interface Headings {
  readonly inData: boolean
  readonly shown: boolean
}

/** 0: no; 1: yes, not shown; 2: no, generated; 3: yes, shown. By default: yes if a text is above numbers. */
function headingsFrom(mode: number | undefined, values: Matrix): Headings | ExcelError {
  if (mode === undefined) return detectedHeadings(values)
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

function detectedHeadings(values: Matrix): Headings | ExcelError {
  const below = Array.from({ length: values.rows - 1 }, (_, row) => values.at(row + 1, 0))
  const first = below.find((value) => value !== null)
  if (typeof values.at(0, 0) !== 'string' || typeof first !== 'number') return { inData: false, shown: false }
  // Neither headings above numbers nor only texts.
  if (below.some((value) => typeof value === 'string')) return errors.value
  return { inData: true, shown: false }
}

function names(fields: Matrix, headings: Headings, made: string): Scalar[] {
  return Array.from({ length: fields.cols }, (_, col) => (headings.inData ? fields.at(0, col) : `${made} ${col + 1}`))
}

/** The records below the headings that pass the filter. */
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

/** Stops a whole summary: a LAMBDA gave an array where one value is expected. */
const arrayResult = Symbol('array result')

/**
 * Applies the function to the values of some records; a function with two parameters also gets the values of the
 * enclosing group.
 */
function aggregate(
  values: Matrix,
  lambda: Lambda,
  col: number,
  records: readonly number[],
  whole: readonly number[],
): Scalar {
  const part = column(values, col, records)
  const result = lambda.call(lambda.minArgs >= 2 ? [part, column(values, col, whole)] : [part])
  if (lambda.name !== undefined && result instanceof Matrix) return errors.value
  const cells = readCells(result)
  if (isGrid(cells)) throw arrayResult
  return cells
}

/** One number per group: a function of a column of the values. */
interface Measure {
  readonly col: number
  readonly lambda: Lambda
  readonly label: string
}

interface Source {
  readonly values: Matrix
  readonly measures: readonly Measure[]
  readonly records: readonly number[]
  /** The layout of several functions; undefined if there is one. */
  readonly direction: StackedFunctions['direction'] | undefined
}

/** One function is applied to every column; several to the only column, or each to its own. */
function measuresOf(context: CallContext, values: Matrix, lambda: Lambda): Measure[] | ExcelError {
  const functions = functionsOf(lambda)
  if (functions.some((each) => each.lambda.minArgs > 2 || each.lambda.maxArgs < 1)) return errors.value
  const [only] = functions
  if (only && functions.length === 1) {
    return Array.from({ length: values.cols }, (_, col) => ({ col, ...only }))
  }
  if (values.cols === 1) return functions.map((each) => ({ col: 0, ...each }))
  if (values.cols === functions.length) return functions.map((each, col) => ({ col, ...each }))
  return uncomputable(context, `${functions.length} functions over ${values.cols} columns of values`)
}

function sourceOf(
  context: CallContext,
  values: Matrix,
  lambda: Lambda,
  headings: Headings,
  filter: Value | undefined,
): Source | ExcelError {
  const records = recordsOf(values.rows, headings, filter === undefined ? undefined : asMatrix(filter))
  if (records instanceof ExcelError) return records
  if (records.length === 0) return errors.calc
  const measures = measuresOf(context, values, lambda)
  if (measures instanceof ExcelError) return measures
  const direction = lambda.stacked?.direction
  // Excel's layout of this case is undocumented, and no result from Excel was found.
  if (direction === 'down' && headings.shown !== values.cols > 1) {
    return uncomputable(
      context,
      headings.shown ? 'functions stacked with headings over one column' : 'functions stacked over several columns',
    )
  }
  return { values, measures, records, direction }
}

function measured({ values }: Source, measure: Measure, records: readonly number[], whole: readonly number[]): Scalar {
  return aggregate(values, measure.lambda, measure.col, records, whole)
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

interface SideOptions {
  readonly totals: number | undefined
  readonly sort: Value | undefined
  readonly nested: boolean
  readonly sortsByValue: (level: number) => boolean
}

/** One side of the result: its fields grouped, sorted and totalled. */
function side(context: CallContext, source: Source, fields: Matrix, options: SideOptions): Group[] | ExcelError {
  const depth = depthOf(options.totals)
  if (Math.abs(depth) > fields.cols) return errors.value
  if (!options.nested && Math.abs(depth) > 1) return errors.value
  const numbers = numbersOf(context, options.sort)
  if (numbers instanceof ExcelError) return numbers
  const columns = fields.cols + source.values.cols
  const byFunction = numbers.some(
    (number) => Math.abs(number) > columns && Math.abs(number) <= fields.cols + source.measures.length,
  )
  if (byFunction) return uncomputable(context, 'sorting by another function than the first')
  const keys: SortKey[] | ExcelError = sortKeys(numbers, columns)
  if (keys instanceof ExcelError) return keys
  const { measures, records } = source
  return groupRecords(fields, records, {
    totals: depth,
    sort: keys,
    nested: options.nested,
    sortsByValue: options.sortsByValue,
    aggregate: (members, value) => {
      const measure = measures[value]
      return measure ? measured(source, measure, members, records) : null
    },
  })
}

function depthOf(totals: number | undefined): number {
  return Math.trunc(totals ?? 1)
}

/** Runs a summary; it has no result if its LAMBDA gives an array. */
function summarised(make: () => Value): Value {
  try {
    return make()
  } catch (reason) {
    if (reason === arrayResult) return errors.value
    throw reason
  }
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
  const source = sourceOf(context, values, lambda, headings, options.filter)
  if (source instanceof ExcelError) return source
  context.charge(fields.data.length + values.data.length * source.measures.length)
  const groups = side(context, source, fields, {
    totals: options.totals,
    sort: options.sort,
    nested: Math.trunc(options.relationship) === 0,
    sortsByValue: () => true,
  })
  if (groups instanceof ExcelError) return groups
  const cells = groups.map((group) => ({
    labels: group.labels,
    values: source.measures.map((measure) => [measured(source, measure, group.records, source.records)]),
  }))
  return Matrix.fromRows([...groupHeadings(fields, source, headings), ...laidOut(cells, source, headings)])
}

/**
 * The lines of each group: one with the results of all functions, or one per function if they are stacked vertically.
 */
function laidOut(
  groups: readonly { readonly labels: readonly Scalar[]; readonly values: readonly (readonly Scalar[])[] }[],
  { measures, direction, values }: Source,
  headings: Headings,
): Scalar[][] {
  if (direction !== 'down') {
    return groups.map((group) => [...group.labels, ...acrossColumns(group.values)])
  }
  const valueNames = names(values, headings, 'Value')
  return groups.flatMap((group) =>
    measures.map((measure, index) => [
      ...group.labels,
      measure.label,
      ...(values.cols > 1 ? [valueNames[measure.col] ?? ''] : []),
      ...(group.values[index] ?? []),
    ]),
  )
}

/** Regroups results from one list per measure to one per column, with measures inside. */
function acrossColumns(results: readonly (readonly Scalar[])[]): Scalar[] {
  const columns = results[0]?.length ?? 0
  return Array.from({ length: columns }, (_, col) => results.map((each) => each[col] ?? '')).flat()
}

function groupHeadings(fields: Matrix, { measures, direction, values }: Source, headings: Headings): Scalar[][] {
  const fieldNames = names(fields, headings, 'Row Field')
  if (direction === 'down') return headings.shown ? [[...fieldNames, '', '', '']] : []
  const functions = [...fieldNames.map(() => ''), ...measures.map(({ label }) => label)]
  const valueNames = names(values, headings, 'Value')
  return [
    ...(direction === 'across' ? [functions] : []),
    ...(headings.shown ? [[...fieldNames, ...measures.map(({ col }) => valueNames[col] ?? '')]] : []),
  ]
}

function intersect(left: readonly number[], right: ReadonlySet<number>): number[] {
  return left.filter((record) => right.has(record))
}

/**
 * The records that a share relates to: 0 its column, 1 its row, 2 everything, 3 the group of its column, 4 the group of
 * its row.
 */
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
  const source = sourceOf(context, values, lambda, headings, options.filter)
  if (source instanceof ExcelError) return source
  const colDepth = Math.abs(depthOf(options.colTotals))
  if (colDepth > 0 && values.cols > 1 && source.direction === undefined) {
    return uncomputable(context, 'one function over several columns with totals, which Excel puts into wrong columns')
  }
  // A row is sorted by its total, a column by the total below it; groups of columns have one if there are subtotals.
  const rows = side(context, source, rowFields, {
    totals: options.rowTotals,
    sort: options.rowSort,
    nested: true,
    sortsByValue: () => colDepth > 0,
  })
  if (rows instanceof ExcelError) return rows
  const cols = side(context, source, colFields, {
    totals: options.colTotals,
    sort: options.colSort,
    nested: true,
    sortsByValue: (level) => level === colFields.cols - 1 || level < colDepth - 1,
  })
  if (cols instanceof ExcelError) return cols
  context.charge(rows.length * cols.length * source.measures.length + values.data.length)
  const cells = rows.map((row) => {
    const members = new Set(row.records)
    const places = cols.map((col) => ({
      records: intersect(col.records, members),
      whole: wholeOf(relativeTo, row, col, source.records),
    }))
    return {
      labels: row.labels,
      values: source.measures.map((measure) =>
        places.map(({ records, whole }) => (records.length === 0 ? '' : measured(source, measure, records, whole))),
      ),
    }
  })
  const above = pivotHeadings(rowFields, colFields, source, cols, headings)
  return Matrix.fromRows([...above, ...laidOut(cells, source, headings)])
}

/** The keys of the column fields above the values; with headings shown, also the names of all fields around them. */
function pivotHeadings(
  rowFields: Matrix,
  colFields: Matrix,
  { values, measures, direction }: Source,
  cols: readonly Group[],
  headings: Headings,
): Scalar[][] {
  const isDown = direction === 'down'
  const beside = isDown ? (values.cols > 1 ? 2 : 1) : 0
  const repeated = isDown ? 1 : measures.length
  const corner: Scalar[] = Array.from({ length: rowFields.cols + beside }, () => '')
  const rowNames = names(rowFields, headings, 'Row Field')
  const keys = Array.from({ length: colFields.cols }, (_, level) => [
    // If the names of the values are in the lines, the names of the rows move up beside the last keys.
    ...(isDown && headings.shown && level === colFields.cols - 1
      ? [...rowNames, ...corner.slice(rowNames.length)]
      : corner),
    ...cols.flatMap((col) => Array.from({ length: repeated }, () => col.labels[level] ?? '')),
  ])
  const functions = [...corner, ...cols.flatMap(() => measures.map(({ label }) => label))]
  const labelled = direction === 'across' ? [...keys, functions] : keys
  if (!headings.shown) return labelled
  const width = cols.length * repeated
  const colNames = names(colFields, headings, 'Column Field').map(String).join(', ')
  const top: Scalar[] = [...corner, ...Array.from({ length: width }, (_, index) => (index === 0 ? colNames : ''))]
  if (isDown) return [top, ...labelled]
  const valueNames = names(values, headings, 'Value')
  const shown = measures.map(({ col }) => valueNames[col] ?? '')
  return [top, ...labelled, [...rowNames, ...cols.flatMap(() => shown)]]
}

export const pivotingFunctions: readonly FunctionDefinition[] = [
  define({
    name: 'GROUPBY',
    leavesOutBlanks: true,
    rearranges: true,
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
      summarised(() =>
        groupBy(context, asMatrix(fields), asMatrix(values), lambda, { headings, totals, sort, filter, relationship }),
      ),
  }),
  define({
    name: 'PIVOTBY',
    leavesOutBlanks: true,
    rearranges: true,
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
      summarised(() =>
        pivotBy(context, asMatrix(rows), asMatrix(cols), asMatrix(values), lambda, {
          headings,
          rowTotals,
          rowSort,
          colTotals,
          colSort,
          filter,
          relativeTo,
        }),
      ),
  }),
]
