import { isGrid, readCells } from '../../cells.ts'
import { toText } from '../../coerce.ts'
import { ExcelError, errors, type Grid, isReference, Matrix, type Scalar, type Value } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'
import { compilePattern } from '../text/regex/compile.ts'
import { findMatch } from '../text/regex/match.ts'
import { parsePattern } from '../text/regex/parse.ts'
import { PatternError } from '../text/regex/syntax.ts'
import {
  bisectNearest,
  equalTo,
  findExact,
  findFirst,
  findLast,
  findNearest,
  NOT_FOUND,
  searched,
  type Vector,
  vectorOf,
  withFirstBlank,
} from './search.ts'

const MATCH_MODES = { exact: 0, smaller: -1, larger: 1, wildcard: 2, regex: 3 } as const
const SEARCH_MODES = { first: 1, last: -1, ascending: 2, descending: -2 } as const

interface Modes {
  readonly match: number
  readonly search: number
}

function modesFrom(matchMode: number, searchMode: number): Modes | ExcelError {
  const match = Math.trunc(matchMode)
  const search = Math.trunc(searchMode)
  const known =
    Object.values<number>(MATCH_MODES).includes(match) && Object.values<number>(SEARCH_MODES).includes(search)
  // Bisection cannot handle patterns.
  return !known || (match >= MATCH_MODES.wildcard && Math.abs(search) === 2) ? errors.value : { match, search }
}

function find(context: CallContext, line: Vector, sought: Scalar, { match, search }: Modes): number {
  const vector = sought === null ? withFirstBlank(line) : line
  if (Math.abs(search) === 2) {
    const side = match === MATCH_MODES.smaller ? 'smaller' : match === MATCH_MODES.larger ? 'larger' : 'exact'
    return bisectNearest(vector, sought, side, search === SEARCH_MODES.descending)
  }
  const fromEnd = search === SEARCH_MODES.last
  if (match === MATCH_MODES.smaller) return findNearest(vector, sought, 'smaller', fromEnd)
  if (match === MATCH_MODES.larger) return findNearest(vector, sought, 'larger', fromEnd)
  if (match === MATCH_MODES.regex) {
    const matches = matchedBy(context, sought)
    return fromEnd ? findLast(vector, matches) : findFirst(vector, matches)
  }
  const wildcards = match === MATCH_MODES.wildcard
  return fromEnd ? findLast(vector, equalTo(sought, wildcards)) : findExact(context, vector, sought, wildcards)
}

/** A test for values whose text a regular expression matches. */
function matchedBy(context: CallContext, sought: Scalar): (cell: Scalar) => boolean {
  const pattern = toText(sought, context)
  if (pattern instanceof ExcelError) return () => false
  const program = compilePattern(parsePattern(pattern, false))
  return (cell) => {
    const text = cell === null ? errors.na : toText(cell, context)
    return !(text instanceof ExcelError) && findMatch(program, text, 0, context.charge) !== undefined
  }
}

/** Runs a search; an invalid pattern is #VALUE!. */
function findPlace(context: CallContext, vector: Vector, sought: Scalar, modes: Modes): number | ExcelError {
  try {
    return searched(() => find(context, vector, sought, modes))
  } catch (error) {
    if (error instanceof PatternError) return errors.value
    throw error
  }
}

function xmatch(context: CallContext, value: Scalar, array: Grid, matchMode: number, searchMode: number): Scalar {
  const modes = modesFrom(matchMode, searchMode)
  if (modes instanceof ExcelError) return modes
  const vector = vectorOf(array)
  if (!vector) return errors.value
  const found = findPlace(context, vector, value, modes)
  if (found instanceof ExcelError) return found
  return found === NOT_FOUND ? errors.na : found + 1
}

/** The row (or column) of the results for a position in the lookup array; cells give a reference. */
function resultAt(context: CallContext, results: Value, place: number, down: boolean): Value {
  if (isReference(results)) {
    const area = results.areas[0]
    if (!area) return errors.ref
    const part = down
      ? { ...area, top: area.top + place, bottom: area.top + place }
      : { ...area, left: area.left + place, right: area.left + place }
    return context.workbook.reference([part])
  }
  const cells = readCells(results)
  if (!isGrid(cells)) return cells
  if (down) return scalarIfSingle(Matrix.build(1, cells.cols, (_row, col) => cells.at(place, col)))
  return scalarIfSingle(Matrix.build(cells.rows, 1, (row) => cells.at(row, place)))
}

function scalarIfSingle(matrix: Matrix): Value {
  return matrix.data.length === 1 ? matrix.at(0, 0) : matrix
}

function sizeOf(value: Value): { rows: number; cols: number } {
  if (isReference(value)) return value.areas.length === 1 ? value.grid(0) : { rows: 0, cols: 0 }
  const cells = readCells(value)
  return isGrid(cells) ? cells : { rows: 1, cols: 1 }
}

function xlookup(
  context: CallContext,
  value: Scalar,
  array: Grid,
  results: Value,
  ifMissing: (() => Value) | undefined,
  modes: Modes,
): Value {
  if (results instanceof ExcelError) return results
  const vector = vectorOf(array)
  if (!vector) return errors.value
  const size = sizeOf(results)
  const down = array.cols === 1 && (array.rows > 1 || size.rows === 1)
  if (down ? size.rows !== array.rows : size.cols !== array.cols) return errors.value
  const found = findPlace(context, vector, value, modes)
  if (found instanceof ExcelError) return found
  if (found === NOT_FOUND) return ifMissing ? ifMissing() : errors.na
  return resultAt(context, results, found, down)
}

export const xLookupFunctions: readonly FunctionDefinition[] = [
  define({
    name: 'XMATCH',
    params: [
      { name: 'lookup_value', kind: 'scalar' },
      { name: 'lookup_array', kind: 'grid' },
      { name: 'match_mode', kind: 'number', optional: true, default: 0 },
      { name: 'search_mode', kind: 'number', optional: true, default: 1 },
    ],
    body: xmatch,
  }),
  define({
    name: 'XLOOKUP',
    params: [
      { name: 'lookup_value', kind: 'scalar' },
      { name: 'lookup_array', kind: 'grid' },
      { name: 'return_array', kind: 'value' },
      { name: 'if_not_found', kind: 'lazy', optional: true, empty: 'default' },
      { name: 'match_mode', kind: 'number', optional: true, default: 0 },
      { name: 'search_mode', kind: 'number', optional: true, default: 1 },
    ],
    body: (context, value, array, results, ifMissing, matchMode, searchMode) => {
      const modes = modesFrom(matchMode, searchMode)
      return modes instanceof ExcelError ? modes : xlookup(context, value, array, results, ifMissing, modes)
    },
  }),
]
