import { asMatrix, isGrid, readCells } from '../../cells.ts'
import { ExcelError, errors, isCatchable, isReference, Matrix, type Scalar } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'
import { ofFormulas } from '../formulas-of-cells.ts'

/** A test of one value. An uncomputable value passes through. */
function test(name: string, holds: (value: Scalar) => boolean): FunctionDefinition {
  return define({
    name,
    params: [{ name: 'value', kind: 'scalar', errors: 'pass' }],
    body: (_context, value) => (value instanceof ExcelError && !isCatchable(value) ? value : holds(value)),
  })
}

function parity(name: string, remainder: 0 | 1): FunctionDefinition {
  return define({
    name,
    params: [{ name: 'number', kind: 'number', booleans: 'refuse', ranges: 'refuse' }],
    body: (_context, number) => Math.abs(Math.trunc(number)) % 2 === remainder,
  })
}

export const testFunctions: readonly FunctionDefinition[] = [
  test('ISBLANK', (value) => value === null),
  test('ISERR', (value) => value instanceof ExcelError && value.code !== '#N/A'),
  test('ISERROR', (value) => value instanceof ExcelError),
  test('ISNA', (value) => value instanceof ExcelError && value.code === '#N/A'),
  test('ISLOGICAL', (value) => typeof value === 'boolean'),
  test('ISNUMBER', (value) => typeof value === 'number'),
  test('ISTEXT', (value) => typeof value === 'string'),
  test('ISNONTEXT', (value) => typeof value !== 'string'),
  parity('ISEVEN', 0),
  parity('ISODD', 1),
  define({
    name: 'ISREF',
    params: [{ name: 'value', kind: 'value' }],
    body: (_context, value) => isReference(value),
  }),
  define({
    name: 'ISFORMULA',
    params: [{ name: 'reference', kind: 'reference' }],
    body: (context, reference) => ofFormulas(context, reference, (formula) => formula !== undefined),
  }),
  define({
    name: 'N',
    params: [{ name: 'value', kind: 'value' }],
    body: (_context, value) => {
      if (isReference(value)) return numberOrZero(value.areas.length > 0 ? value.grid(0).at(0, 0) : errors.ref)
      const cells = readCells(value)
      if (!isGrid(cells)) return numberOrZero(cells)
      const { rows, cols, data } = asMatrix(value)
      return new Matrix(rows, cols, data.map(numberOrZero))
    },
  }),
]

function numberOrZero(value: Scalar): number | ExcelError {
  if (typeof value === 'number' || value instanceof ExcelError) return value
  return value === true ? 1 : 0
}
