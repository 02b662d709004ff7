import { isGrid, readCells } from '../../cells.ts'
import { type Area, ExcelError, errors, isReference, Matrix, type Reference, type Value } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'

/** Numbers from `first` on, down a column or along a row: the result of ROW and COLUMN for a range. */
function run(context: CallContext, first: number, count: number, down: boolean): Value {
  if (count === 1) return first
  context.charge(count)
  const numbers = Array.from({ length: count }, (_, index) => first + index)
  return down ? new Matrix(count, 1, numbers) : new Matrix(1, count, numbers)
}

function singleArea(reference: Reference): Area | ExcelError {
  const [area, second] = reference.areas
  return area && !second ? area : errors.ref
}

function positions(context: CallContext, reference: Reference | undefined, down: boolean): Value {
  if (!reference) return (down ? context.cell.row : context.cell.col) + 1
  const area = singleArea(reference)
  if (area instanceof ExcelError) return area
  return down
    ? run(context, area.top + 1, area.bottom - area.top + 1, true)
    : run(context, area.left + 1, area.right - area.left + 1, false)
}

function extent(value: Value, side: 'rows' | 'cols'): Value {
  if (value instanceof ExcelError) return value
  if (isReference(value)) return value.areas.length === 1 ? value.grid(0)[side] : errors.ref
  const cells = readCells(value)
  if (isGrid(cells)) return cells[side]
  if (value instanceof Matrix) return 1
  if (cells instanceof ExcelError) return cells
  return cells === null ? errors.value : 1
}

export const positionFunctions: readonly FunctionDefinition[] = [
  define({
    name: 'ROW',
    params: [{ name: 'reference', kind: 'reference', optional: true }],
    body: (context, reference) => positions(context, reference, true),
  }),
  define({
    name: 'COLUMN',
    params: [{ name: 'reference', kind: 'reference', optional: true }],
    body: (context, reference) => positions(context, reference, false),
  }),
  define({
    name: 'ROWS',
    params: [{ name: 'array', kind: 'value' }],
    body: (_context, array) => extent(array, 'rows'),
  }),
  define({
    name: 'COLUMNS',
    params: [{ name: 'array', kind: 'value' }],
    body: (_context, array) => extent(array, 'cols'),
  }),
  define({
    name: 'AREAS',
    params: [{ name: 'reference', kind: 'reference' }],
    body: (_context, reference) => reference.areas.length,
  }),
  define({
    name: 'SHEET',
    params: [{ name: 'value', kind: 'value', optional: true }],
    body: (context, value) => {
      if (value === undefined) return context.cell.sheet + 1
      if (isReference(value)) return value.areas[0] ? value.areas[0].sheet + 1 : errors.ref
      const cells = readCells(value)
      if (cells instanceof ExcelError) return cells
      if (typeof cells !== 'string') return errors.na
      const wanted = cells.toLowerCase()
      const index = context.workbook.sheetNames.findIndex((name) => name.toLowerCase() === wanted)
      return index < 0 ? errors.na : index + 1
    },
  }),
  define({
    name: 'SHEETS',
    params: [{ name: 'reference', kind: 'reference', optional: true }],
    body: (context, reference) =>
      reference ? new Set(reference.areas.map((area) => area.sheet)).size : context.workbook.sheetNames.length,
  }),
]
