import { spread } from '../../broadcast.ts'
import { extentOf, isGrid, readCells } from '../../cells.ts'
import { toNumber } from '../../coerce.ts'
import {
  type Area,
  ExcelError,
  errors,
  type Grid,
  isReference,
  Matrix,
  type Reference,
  type Scalar,
  type Value,
} from '../../values.ts'
import { type CallContext, define, defineRepeating, type FunctionDefinition } from '../definition.ts'
import { ofFormulas } from '../formulas-of-cells.ts'

const MAX_ROWS = 1_048_576
const MAX_COLS = 16_384

/** The part of a rectangle that INDEX returns; null means the whole row or column. */
interface Pick {
  readonly row: number | null
  readonly col: number | null
}

function pick(
  rows: number,
  cols: number,
  rowNumber: number,
  colNumber: number | undefined,
  cells: boolean,
): Pick | ExcelError {
  const first = Math.trunc(rowNumber)
  const second = colNumber === undefined ? undefined : Math.trunc(colNumber)
  if (first < 0 || (second ?? 0) < 0) return errors.value
  // A single index counts along the only row or column.
  if (second === undefined && rows === 1 && cols > 1) return within(0, first, rows, cols)
  if (second === undefined && rows > 1 && cols > 1 && cells) return errors.ref
  return within(first, second ?? 0, rows, cols)
}

function within(row: number, col: number, rows: number, cols: number): Pick | ExcelError {
  if (row > rows || col > cols) return errors.ref
  return { row: row === 0 ? null : row - 1, col: col === 0 ? null : col - 1 }
}

function indexCells(
  context: CallContext,
  reference: Reference,
  row: number,
  col: number | undefined,
  areaNumber: number,
): Value {
  const place = Math.trunc(areaNumber)
  if (place < 1) return errors.value
  const area = reference.areas[place - 1]
  if (!area) return errors.ref
  const rows = area.bottom - area.top + 1
  const cols = area.right - area.left + 1
  const part = pick(rows, cols, row, col, true)
  if (part instanceof ExcelError) return part
  return context.workbook.reference([
    {
      sheet: area.sheet,
      top: area.top + (part.row ?? 0),
      bottom: part.row === null ? area.bottom : area.top + part.row,
      left: area.left + (part.col ?? 0),
      right: part.col === null ? area.right : area.left + part.col,
    },
  ])
}

function indexArray(grid: Grid, row: number, col: number | undefined, areaNumber: number): Value {
  if (Math.trunc(areaNumber) !== 1) return areaNumber < 1 ? errors.value : errors.ref
  const part = pick(grid.rows, grid.cols, row, col, false)
  if (part instanceof ExcelError) return part
  if (part.row !== null && part.col !== null) return grid.at(part.row, part.col)
  const rows = part.row === null ? grid.rows : 1
  const cols = part.col === null ? grid.cols : 1
  if (rows === 1 && cols === 1) return grid.at(part.row ?? 0, part.col ?? 0)
  return Matrix.build(rows, cols, (r, c) => grid.at(part.row ?? r, part.col ?? c))
}

function indexInto(context: CallContext, source: Value, row: number, col: number | undefined, area: number): Value {
  if (isReference(source)) return indexCells(context, source, row, col, area)
  const cells = readCells(source)
  if (cells instanceof ExcelError && source instanceof ExcelError) return cells
  return indexArray(isGrid(cells) ? cells : new Matrix(1, 1, [cells]), row, col, area)
}

/** First and last position of a side that starts at `start` and is `size` long; a negative size extends backwards. */
function side(start: number, size: number, limit: number): readonly [number, number] | undefined {
  const first = size < 0 ? start + size + 1 : start
  const last = size < 0 ? start : start + size - 1
  return size === 0 || first < 0 || last >= limit ? undefined : [first, last]
}

/** A size without its fraction; less than one cell still counts as one. */
function wholeSize(size: number): number {
  return Math.abs(size) < 1 ? Math.sign(size) : Math.trunc(size)
}

function offset(context: CallContext, area: Area, rows: number, cols: number, height?: number, width?: number): Value {
  const vertical = side(area.top + Math.trunc(rows), wholeSize(height ?? area.bottom - area.top + 1), MAX_ROWS)
  const horizontal = side(area.left + Math.trunc(cols), wholeSize(width ?? area.right - area.left + 1), MAX_COLS)
  if (!vertical || !horizontal) return errors.ref
  const [top, bottom] = vertical
  const [left, right] = horizontal
  return context.workbook.reference([{ sheet: area.sheet, top, left, bottom, right }])
}

type Lazy = () => Value

/**
 * One choice unchanged, including references; with an array of indexes each element picks from the choice at its own
 * position.
 */
function choose(context: CallContext, index: Value, choices: readonly Lazy[]): Value {
  const places = readCells(index)
  if (!isGrid(places)) return choiceAt(context, places, choices)
  return spread([places, ...choices.map((choice) => readCells(choice()))], (cells) => {
    const place = toNumber(cells[0] as Scalar, context)
    if (place instanceof ExcelError) return place
    const chosen = Math.trunc(place)
    return chosen >= 1 && chosen <= choices.length ? (cells[chosen] as Scalar) : errors.value
  })
}

function choiceAt(context: CallContext, index: Scalar, choices: readonly Lazy[]): Value {
  const place = toNumber(index, context)
  if (place instanceof ExcelError) return place
  return choices[Math.trunc(place) - 1]?.() ?? (place >= 1 && place < choices.length + 1 ? null : errors.value)
}

export const referenceFunctions: readonly FunctionDefinition[] = [
  define({
    name: 'INDEX',
    params: [
      { name: 'array', kind: 'value' },
      { name: 'row_num', kind: 'number', optional: true, default: 0 },
      { name: 'column_num', kind: 'number', optional: true, empty: 'blank' },
      { name: 'area_num', kind: 'number', optional: true, default: 1 },
    ],
    body: indexInto,
  }),
  define({
    name: 'OFFSET',
    params: [
      { name: 'reference', kind: 'reference' },
      { name: 'rows', kind: 'number' },
      { name: 'cols', kind: 'number' },
      { name: 'height', kind: 'number', optional: true },
      { name: 'width', kind: 'number', optional: true },
    ],
    volatile: true,
    refers: true,
    body: (context, reference, rows, cols, height, width) => {
      const [area, second] = reference.areas
      return area && !second ? offset(context, area, rows, cols, height, width) : errors.value
    },
  }),
  define({
    name: 'INDIRECT',
    params: [
      { name: 'ref_text', kind: 'text' },
      { name: 'a1', kind: 'boolean', optional: true, default: true, empty: 'blank' },
    ],
    volatile: true,
    refers: true,
    body: (context, text, a1) => context.workbook.resolveText(text, a1 ? 'A1' : 'R1C1', context.cell),
  }),
  defineRepeating({
    name: 'CHOOSE',
    params: [{ name: 'index_num', kind: 'value', intersect: true }],
    repeated: [{ name: 'value', kind: 'lazy' }],
    body: (context, index, ...choices) => choose(context, index, choices),
  }),
  define({
    name: 'TRANSPOSE',
    params: [{ name: 'array', kind: 'grid' }],
    body: (context, grid) => {
      const { rows, cols } = extentOf(grid)
      context.charge(rows * cols)
      return Matrix.build(cols, rows, (row, col) => grid.at(col, row))
    },
  }),
  define({
    name: 'FORMULATEXT',
    params: [{ name: 'reference', kind: 'reference' }],
    body: (context, reference) => ofFormulas(context, reference, (formula) => formula ?? errors.na),
  }),
  define({
    name: 'HYPERLINK',
    params: [
      { name: 'link_location', kind: 'text' },
      { name: 'friendly_name', kind: 'scalar', optional: true },
    ],
    body: (_context, link, friendly) => friendly ?? link,
  }),
]
