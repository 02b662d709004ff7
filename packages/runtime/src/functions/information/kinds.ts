import { isGrid, readCells } from '../../cells.ts'
import {
  type ErrorCode,
  ExcelError,
  errors,
  isCatchable,
  isLambda,
  Matrix,
  type Scalar,
  type Value,
} from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'

const ERROR_NUMBERS: Readonly<Record<ErrorCode, number>> = {
  '#NULL!': 1,
  '#DIV/0!': 2,
  '#VALUE!': 3,
  '#REF!': 4,
  '#NAME?': 5,
  '#NUM!': 6,
  '#N/A': 7,
  '#GETTING_DATA': 8,
  '#SPILL!': 9,
  '#CONNECT!': 10,
  '#BLOCKED!': 11,
  '#UNKNOWN!': 12,
  '#FIELD!': 13,
  '#CALC!': 14,
  '#BUSY!': 15,
}

function typeNumber(value: Value): number | ExcelError {
  if (isLambda(value)) return 128
  const cells = readCells(value)
  if (value instanceof Matrix || isGrid(cells)) return 64
  return scalarTypeNumber(cells)
}

function scalarTypeNumber(value: Scalar): number | ExcelError {
  if (typeof value === 'string') return 2
  if (typeof value === 'boolean') return 4
  if (value instanceof ExcelError) return isCatchable(value) ? 16 : value
  return 1
}

export const kindFunctions: readonly FunctionDefinition[] = [
  define({ name: 'NA', params: [], body: () => errors.na }),
  define({
    name: 'TYPE',
    params: [{ name: 'value', kind: 'value', intersect: true, functions: true }],
    body: (_context, value) => typeNumber(value),
  }),
  define({
    name: 'ERROR.TYPE',
    params: [{ name: 'error_val', kind: 'scalar', errors: 'pass' }],
    body: (_context, value) => {
      if (!(value instanceof ExcelError)) return errors.na
      return isCatchable(value) ? ERROR_NUMBERS[value.code] : value
    },
  }),
]
