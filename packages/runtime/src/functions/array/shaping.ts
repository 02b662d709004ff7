import { asMatrix, everyCellOf, isGrid, readCells, toMatrix, wholeMatrix } from '../../cells.ts'
import { toNumber } from '../../coerce.ts'
import {
  ExcelError,
  errors,
  isLambda,
  isReference,
  isUncomputable,
  Matrix,
  type Scalar,
  type Value,
} from '../../values.ts'
import { type Argument, type CallContext, define, defineRepeating, type FunctionDefinition } from '../definition.ts'
import { boundedMatrix } from './result.ts'
import { stackFunctions } from './stacked-functions.ts'

/** Largest sheet, and so the largest array. */
const MAX_ROWS = 1_048_576
const MAX_COLS = 16_384

function stack(matrices: readonly Matrix[], down: boolean): Matrix {
  const rows = down ? sum(matrices.map((m) => m.rows)) : Math.max(...matrices.map((m) => m.rows))
  const cols = down ? Math.max(...matrices.map((m) => m.cols)) : sum(matrices.map((m) => m.cols))
  const data: Scalar[] = Array.from({ length: rows * cols }, () => errors.na)
  let offset = 0
  for (const matrix of matrices) {
    for (let row = 0; row < matrix.rows; row++) {
      for (let col = 0; col < matrix.cols; col++) {
        const target = down ? (offset + row) * cols + col : row * cols + offset + col
        data[target] = matrix.at(row, col)
      }
    }
    offset += down ? matrix.rows : matrix.cols
  }
  return new Matrix(rows, cols, data)
}

/** Whole columns side by side; undefined for anything else. */
function sideBySide(values: readonly Value[]): Matrix | undefined {
  const matrices = values.map((value) => {
    const cells = readCells(value)
    return isGrid(cells) ? wholeMatrix(cells) : undefined
  })
  const rows = matrices[0]?.rows ?? 0
  const held = Math.max(...matrices.map((matrix) => matrix?.heldRows ?? rows))
  if (held >= rows || matrices.some((matrix) => matrix?.rows !== rows || matrix.fill !== null)) return undefined
  const parts = matrices.flatMap((matrix) =>
    matrix ? [Matrix.build(held, matrix.cols, (row, col) => matrix.at(row, col))] : [],
  )
  const { cols, data } = stack(parts, false)
  return new Matrix(rows, cols, data)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** A value as one array, a 3-D reference as one of each sheet; undefined for a union, which is not an array. */
function blocksOf(value: Value): Matrix[] | undefined {
  if (!isReference(value) || value.areas.length === 1) return [asMatrix(value)]
  const sheets = new Set(value.areas.map(({ sheet }) => sheet))
  return sheets.size < value.areas.length ? undefined : value.areas.map((_, area) => toMatrix(value.grid(area)))
}

function defineStack(name: string, down: boolean): FunctionDefinition {
  return defineRepeating({
    name,
    ...(down && { leavesOutBlanks: true as const }),
    params: [],
    repeated: [{ name: 'array', kind: 'value', functions: true }],
    body: (context, ...values) => {
      const functions = values.some(isLambda) ? stackFunctions(values, down ? 'down' : 'across') : errors.calc
      if (functions !== errors.calc) return functions
      const columns = down ? undefined : sideBySide(values)
      if (columns) {
        context.charge(columns.heldRows * columns.cols)
        return columns
      }
      const matrices = values.flatMap((value) => blocksOf(value) ?? [])
      if (matrices.length < values.length) return errors.value
      context.charge(sum(matrices.map((m) => m.data.length)))
      return stack(matrices, down)
    },
  })
}

/** What TOCOL and TOROW leave out: nothing, blanks, errors, both. */
function keeps(ignore: number): ((cell: Scalar) => boolean) | undefined {
  switch (Math.trunc(ignore)) {
    case 0:
      return () => true
    case 1:
      return (cell) => cell !== null
    case 2:
      return (cell) => !(cell instanceof ExcelError)
    case 3:
      return (cell) => cell !== null && !(cell instanceof ExcelError)
    default:
      return undefined
  }
}

function defineFlatten(name: string, down: boolean): FunctionDefinition {
  return define({
    name,
    leavesOutBlanks: true,
    params: [
      { name: 'array', kind: 'argument' },
      { name: 'ignore', kind: 'number', optional: true, default: 0 },
      { name: 'scan_by_column', kind: 'boolean', optional: true, default: false },
    ],
    body: (context, argument, ignore, byColumn) => {
      const keep = keeps(ignore)
      const blocks = blocksOf(valueOf(argument))
      if (!keep || !blocks) return errors.value
      context.charge(sum(blocks.map((block) => block.data.length)))
      const source = blocks.flatMap((block) => (byColumn ? transposed(block) : block).data)
      const unknown = Math.trunc(ignore) === 0 ? undefined : source.find(isUncomputable)
      if (unknown) return unknown
      const data = source.filter(keep)
      if (data.length === 0) return errors.calc
      return down ? new Matrix(data.length, 1, data) : new Matrix(1, data.length, data)
    },
  })
}

function valueOf(argument: Argument): Value {
  if (argument.from === 'literal') return argument.value
  return argument.from === 'cells' ? argument.reference : argument.grid
}

function transposed(matrix: Matrix): Matrix {
  return Matrix.build(matrix.cols, matrix.rows, (row, col) => matrix.at(col, row))
}

function defineWrap(name: string, byRows: boolean): FunctionDefinition {
  return define({
    name,
    leavesOutBlanks: true,
    params: [
      { name: 'vector', kind: 'grid' },
      { name: 'wrap_count', kind: 'number' },
      { name: 'pad_with', kind: 'scalar', optional: true, errors: 'pass' },
    ],
    body: (context, grid, wrapCount, pad) => {
      if (grid.rows > 1 && grid.cols > 1) return errors.value
      const count = Math.trunc(wrapCount)
      if (count < 1) return errors.num
      const { data } = toMatrix(grid)
      const lines = Math.ceil(data.length / count)
      const width = Math.min(count, Math.max(data.length, 1))
      context.charge(data.length)
      const at = (line: number, place: number): Scalar => {
        const index = line * count + place
        return index < data.length ? (data[index] ?? null) : pad === undefined ? errors.na : pad
      }
      return byRows
        ? Matrix.build(lines, width, (row, col) => at(row, col))
        : Matrix.build(width, lines, (row, col) => at(col, row))
    },
  })
}

/** First index and count of the lines that TAKE keeps; a negative count takes from the end. */
function taken(size: number, count: number | undefined): readonly [number, number] {
  if (count === undefined) return [0, size]
  const wanted = Math.min(Math.abs(Math.trunc(count)), size)
  return count < 0 ? [size - wanted, wanted] : [0, wanted]
}

function left(size: number, count: number | undefined): readonly [number, number] {
  const dropped = Math.min(Math.abs(Math.trunc(count ?? 0)), size)
  return (count ?? 0) < 0 ? [0, size - dropped] : [dropped, size - dropped]
}

/** TAKE and DROP give a part of a range as a range, and a part of an array as an array. */
function definePart(
  name: string,
  part: (size: number, count: number | undefined) => readonly [number, number],
): FunctionDefinition {
  return define({
    name,
    params: [
      { name: 'array', kind: 'argument' },
      { name: 'rows', kind: 'number', optional: true },
      { name: 'columns', kind: 'number', optional: true },
    ],
    body: (context, argument, rowCount, colCount) => {
      if (argument.from === 'cells') {
        const [area, second] = argument.reference.areas
        if (!area || second) return errors.value
        const [top, rows] = part(area.bottom - area.top + 1, rowCount)
        const [start, cols] = part(area.right - area.left + 1, colCount)
        return rows === 0 || cols === 0
          ? errors.calc
          : context.workbook.reference([
              {
                sheet: area.sheet,
                top: area.top + top,
                left: area.left + start,
                bottom: area.top + top + rows - 1,
                right: area.left + start + cols - 1,
              },
            ])
      }
      const matrix = argument.from === 'array' ? wholeMatrix(argument.grid) : new Matrix(1, 1, [argument.value])
      const [top, rows] = part(matrix.rows, rowCount)
      const [start, cols] = part(matrix.cols, colCount)
      if (rows === 0 || cols === 0) return errors.calc
      const held = Math.min(rows, Math.max(0, matrix.heldRows - top))
      const { data } = Matrix.build(held, cols, (row, col) => matrix.at(top + row, start + col))
      return new Matrix(rows, cols, data, matrix.fill)
    },
  })
}

/** The positions given to CHOOSEROWS and CHOOSECOLS, as indexes from 0; negative ones count from the end. */
function chosen(context: CallContext, values: readonly Value[], size: number): number[] | ExcelError {
  const places: number[] = []
  for (const value of values) {
    const cells = readCells(value)
    if (isGrid(cells) && cells.rows > 1 && cells.cols > 1) return errors.value
    for (const cell of isGrid(cells) ? everyCellOf(cells) : [cells]) {
      const number = toNumber(cell, context)
      if (number instanceof ExcelError) return number
      const place = Math.trunc(number)
      if (place === 0 || Math.abs(place) > size) return errors.value
      places.push(place > 0 ? place - 1 : size + place)
    }
  }
  return places
}

function defineChoose(name: string, byRows: boolean): FunctionDefinition {
  return defineRepeating({
    name,
    params: [{ name: 'array', kind: 'grid' }],
    repeated: [{ name: byRows ? 'row_num' : 'col_num', kind: 'value' }],
    body: (context, grid, ...values) => {
      const matrix = wholeMatrix(grid)
      const places = chosen(context, values, byRows ? matrix.rows : matrix.cols)
      if (places instanceof ExcelError) return places
      context.charge(places.length * (byRows ? matrix.cols : matrix.heldRows))
      if (byRows) return Matrix.build(places.length, matrix.cols, (row, col) => matrix.at(places[row] ?? 0, col))
      const { data } = Matrix.build(matrix.heldRows, places.length, (row, col) => matrix.at(row, places[col] ?? 0))
      return new Matrix(matrix.rows, places.length, data, matrix.fill)
    },
  })
}

export const shapingFunctions: readonly FunctionDefinition[] = [
  defineStack('VSTACK', true),
  defineStack('HSTACK', false),
  defineFlatten('TOCOL', true),
  defineFlatten('TOROW', false),
  defineWrap('WRAPROWS', true),
  defineWrap('WRAPCOLS', false),
  definePart('TAKE', taken),
  definePart('DROP', left),
  defineChoose('CHOOSEROWS', true),
  defineChoose('CHOOSECOLS', false),
  define({
    name: 'EXPAND',
    leavesOutBlanks: true,
    params: [
      { name: 'array', kind: 'grid' },
      { name: 'rows', kind: 'number', optional: true },
      { name: 'columns', kind: 'number', optional: true },
      { name: 'pad_with', kind: 'scalar', optional: true, errors: 'pass', empty: 'blank' },
    ],
    body: (context, grid, rowCount, colCount, pad) => {
      const matrix = asMatrix(toMatrix(grid))
      const rows = rowCount === undefined ? matrix.rows : Math.trunc(rowCount)
      const cols = colCount === undefined ? matrix.cols : Math.trunc(colCount)
      if (rows < matrix.rows || cols < matrix.cols) return errors.value
      if (rows > MAX_ROWS || cols > MAX_COLS) return errors.num
      const filler = pad === undefined ? errors.na : pad
      return boundedMatrix(context, rows, cols, (row, col) =>
        row < matrix.rows && col < matrix.cols ? matrix.at(row, col) : filler,
      )
    },
  }),
]
