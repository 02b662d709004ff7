import { extentOf, isGrid, readCells } from '../../cells.ts'
import { toBoolean, toNumber } from '../../coerce.ts'
import { ExcelError, errors, type Grid, Matrix, type Scalar, type Value } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'
import {
  bisectAscending,
  columnOf,
  findExact,
  NOT_FOUND,
  rowOf,
  searchDescending,
  searched,
  type Vector,
  vectorOf,
} from './search.ts'

/** Longest text that these functions search for. */
const MAX_TEXT = 255

/** The sought value: a blank counts as 0. */
function soughtFrom(value: Scalar): Scalar {
  if (typeof value === 'string' && value.length > MAX_TEXT) return errors.value
  return value === null ? 0 : value
}

/** A table given as a constant: a number or a boolean contains nothing to find, a text is not a table. */
function tableFrom(value: Value): Grid | ExcelError {
  const cells = readCells(value)
  if (isGrid(cells)) return cells
  if (typeof value !== 'object') return typeof cells === 'string' ? errors.value : errors.na
  if (cells instanceof ExcelError && value instanceof ExcelError) return cells
  return { rows: 1, cols: 1, usedRows: 1, usedCols: 1, at: () => cells }
}

/** The row or column to answer from: a non-number in a cell, including an error, is outside the table. */
function placeFrom(context: CallContext, index: Scalar): number | ExcelError {
  const place = toNumber(index, context)
  return place instanceof ExcelError ? errors.ref : place
}

/** One answer per index. If the sought value is an array too, the caller keeps only the first, as Excel does. */
function forEachIndex(index: Value, answer: (index: Scalar) => Scalar): Value {
  // An error computed in the call is the result; an error in a cell is treated as an index.
  if (index instanceof ExcelError) return index
  const cells = readCells(index)
  if (!isGrid(cells)) return answer(cells)
  const { rows, cols } = extentOf(cells)
  return Matrix.build(rows, cols, (row, col) => answer(cells.at(row, col)))
}

type Direction = 'rows' | 'columns'

/** VLOOKUP searches down the first column (`rows`), HLOOKUP along the first row (`columns`). */
function tableLookup(
  context: CallContext,
  direction: Direction,
  value: Scalar,
  table: Value,
  index: number,
  approximate: boolean,
): Scalar {
  const sought = soughtFrom(value)
  if (sought instanceof ExcelError) return sought
  const grid = tableFrom(table)
  if (grid instanceof ExcelError) return grid
  const place = Math.trunc(index)
  if (place < 1) return errors.value
  if (place > (direction === 'rows' ? grid.cols : grid.rows)) return errors.ref
  const keys = direction === 'rows' ? columnOf(grid, 0) : rowOf(grid, 0)
  const found = searched(() => (approximate ? bisectAscending(keys, sought) : findExact(context, keys, sought, true)))
  if (found instanceof ExcelError) return found
  if (found === NOT_FOUND) return errors.na
  return direction === 'rows' ? grid.at(found, place - 1) : grid.at(place - 1, found)
}

function defineTableLookup(name: string, direction: Direction, indexName: string): FunctionDefinition {
  return define({
    name,
    params: [
      { name: 'lookup_value', kind: 'scalar' },
      { name: 'table_array', kind: 'value' },
      { name: indexName, kind: 'value' },
      { name: 'range_lookup', kind: 'scalar', optional: true, default: true, empty: 'blank' },
    ],
    body: (context, value, table, index, range) => {
      const approximate = toBoolean(range)
      if (approximate instanceof ExcelError) return approximate
      return forEachIndex(index, (one) => {
        const place = placeFrom(context, one)
        return place instanceof ExcelError ? place : tableLookup(context, direction, value, table, place, approximate)
      })
    },
  })
}

function match(context: CallContext, value: Scalar, array: Value, type: number): Scalar {
  const sought = soughtFrom(value)
  if (sought instanceof ExcelError) return sought
  const grid = tableFrom(array)
  if (grid instanceof ExcelError) return grid === errors.value ? errors.na : grid
  const vector = vectorOf(grid)
  if (!vector) return errors.na
  const found = searched(() => matchIn(context, vector, sought, type))
  if (found instanceof ExcelError) return found
  return found === NOT_FOUND ? errors.na : found + 1
}

function matchIn(context: CallContext, vector: Vector, sought: Scalar, type: number): number {
  if (type === 0) return findExact(context, vector, sought, true)
  return type > 0 ? bisectAscending(vector, sought) : searchDescending(vector, sought)
}

/**
 * The array form searches along the longer side (down the first column of a square) and answers from the last row or
 * column.
 */
function lookup(value: Scalar, array: Grid, results: Grid | undefined): Scalar {
  const sought = soughtFrom(value)
  if (sought instanceof ExcelError) return sought
  const across = array.cols > array.rows
  const keys = across ? rowOf(array, 0) : columnOf(array, 0)
  const found = searched(() => bisectAscending(keys, sought))
  if (found instanceof ExcelError) return found
  if (found === NOT_FOUND) return errors.na
  if (results) return resultAt(results, found)
  return across ? array.at(array.rows - 1, found) : array.at(found, array.cols - 1)
}

function resultAt(results: Grid, index: number): Scalar {
  if (results.rows > 1 && results.cols > 1) return errors.na
  if (index >= Math.max(results.rows, results.cols)) return errors.na
  return results.cols === 1 ? results.at(index, 0) : results.at(0, index)
}

export const vectorLookupFunctions: readonly FunctionDefinition[] = [
  defineTableLookup('VLOOKUP', 'rows', 'col_index_num'),
  defineTableLookup('HLOOKUP', 'columns', 'row_index_num'),
  define({
    name: 'MATCH',
    params: [
      { name: 'lookup_value', kind: 'scalar' },
      { name: 'lookup_array', kind: 'value' },
      { name: 'match_type', kind: 'number', optional: true, default: 1, empty: 'blank' },
    ],
    body: match,
  }),
  define({
    name: 'LOOKUP',
    params: [
      { name: 'lookup_value', kind: 'scalar' },
      { name: 'lookup_vector', kind: 'grid' },
      { name: 'result_vector', kind: 'grid', optional: true },
    ],
    body: (_context, value, array, results) => lookup(value, array, results),
  }),
]
