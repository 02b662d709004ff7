import { isGrid, readCells } from '../../cells.ts'
import { toNumber } from '../../coerce.ts'
import { ExcelError, errors, type Grid, isReference, Matrix, type Value } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'

interface Bounds {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** The bounding rectangle of all cells that are not blank; undefined if there are none. */
function filledBounds(grid: Grid): Bounds | undefined {
  let top = Number.POSITIVE_INFINITY
  let left = Number.POSITIVE_INFINITY
  let bottom = -1
  let right = -1
  for (let row = 0; row < grid.usedRows; row++) {
    for (let col = 0; col < grid.usedCols; col++) {
      if (grid.at(row, col) === null) continue
      top = Math.min(top, row)
      left = Math.min(left, col)
      bottom = Math.max(bottom, row)
      right = Math.max(right, col)
    }
  }
  return bottom < 0 ? undefined : { top, left, bottom, right }
}

/** 0 trims nothing, 1 leading blanks, 2 trailing blanks, 3 both. Anything else is refused. */
function modeFrom(context: CallContext, value: Value): number | ExcelError {
  const cells = readCells(value)
  if (isGrid(cells)) return errors.value
  const mode = toNumber(cells, context)
  if (mode instanceof ExcelError) return mode
  return mode === 0 || mode === 1 || mode === 2 || mode === 3 ? mode : errors.value
}

function trim(context: CallContext, grid: Grid, source: Value, rowMode: number, colMode: number): Value {
  const filled = filledBounds(grid)
  if (!filled) return errors.ref
  context.charge(grid.usedRows * grid.usedCols)
  const top = rowMode & 1 ? filled.top : 0
  const bottom = rowMode & 2 ? filled.bottom : grid.rows - 1
  const left = colMode & 1 ? filled.left : 0
  const right = colMode & 2 ? filled.right : grid.cols - 1
  const area = isReference(source) ? source.areas[0] : undefined
  if (area) {
    return context.workbook.reference([
      {
        sheet: area.sheet,
        top: area.top + top,
        left: area.left + left,
        bottom: area.top + bottom,
        right: area.left + right,
      },
    ])
  }
  return Matrix.build(bottom - top + 1, right - left + 1, (row, col) => grid.at(top + row, left + col))
}

export const trimmingFunctions: readonly FunctionDefinition[] = [
  define({
    name: 'TRIMRANGE',
    params: [
      { name: 'range', kind: 'value' },
      { name: 'trim_rows', kind: 'value', optional: true, default: 3 },
      { name: 'trim_cols', kind: 'value', optional: true, default: 3 },
    ],
    body: (context, source, rowMode, colMode) => {
      const rows = modeFrom(context, rowMode)
      if (rows instanceof ExcelError) return rows
      const cols = modeFrom(context, colMode)
      if (cols instanceof ExcelError) return cols
      if (isReference(source)) {
        return source.areas.length === 1 ? trim(context, source.grid(0), source, rows, cols) : errors.value
      }
      return source instanceof Matrix ? trim(context, source, source, rows, cols) : errors.value
    },
  }),
]
