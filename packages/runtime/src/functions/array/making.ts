import { type ExcelError, errors, type Value } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'
import { boundedMatrix } from './result.ts'

const MAX_ROWS = 1_048_576
const MAX_COLS = 16_384

interface Size {
  readonly rows: number
  readonly cols: number
}

function sizeFrom(rowCount: number, colCount: number): Size | ExcelError {
  const rows = Math.trunc(rowCount)
  const cols = Math.trunc(colCount)
  if (rows < 0 || cols < 0 || rows > MAX_ROWS || cols > MAX_COLS) return errors.value
  return rows === 0 || cols === 0 ? errors.calc : { rows, cols }
}

function randomArray(context: CallContext, size: Size, min: number, max: number, whole: boolean): Value {
  if (min > max) return errors.value
  if (whole && (!Number.isInteger(min) || !Number.isInteger(max))) return errors.value
  return boundedMatrix(context, size.rows, size.cols, () =>
    whole ? min + Math.floor(context.random() * (max - min + 1)) : min + context.random() * (max - min),
  )
}

export const arrayMakingFunctions: readonly FunctionDefinition[] = [
  define({
    name: 'SEQUENCE',
    params: [
      { name: 'rows', kind: 'number', optional: true, default: 1 },
      { name: 'columns', kind: 'number', optional: true, default: 1 },
      { name: 'start', kind: 'number', optional: true, default: 1 },
      { name: 'step', kind: 'number', optional: true, default: 1 },
    ],
    body: (context, rowCount, colCount, start, step) => {
      const size = sizeFrom(rowCount, colCount)
      if (!('rows' in size)) return size
      return boundedMatrix(context, size.rows, size.cols, (row, col) => start + (row * size.cols + col) * step)
    },
  }),
  define({
    name: 'RANDARRAY',
    params: [
      { name: 'rows', kind: 'number', optional: true, default: 1 },
      { name: 'columns', kind: 'number', optional: true, default: 1 },
      { name: 'min', kind: 'number', optional: true, default: 0 },
      { name: 'max', kind: 'number', optional: true, default: 1 },
      { name: 'whole_number', kind: 'boolean', optional: true, default: false },
    ],
    volatile: true,
    body: (context, rowCount, colCount, min, max, whole) => {
      const size = sizeFrom(rowCount, colCount)
      return 'rows' in size ? randomArray(context, size, min, max, whole) : size
    },
  }),
]
