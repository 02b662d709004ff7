import type { FunctionDefinition } from '@sheetwright/runtime/functions/definition.ts'
import { Matrix } from '@sheetwright/runtime/values.ts'
import { placed } from '../2-parse/placed.ts'
import type { ArrayFormula } from '../model/cell.ts'
import type { Bound } from './bound.ts'

const TESTS: ReadonlySet<string> = new Set('ISBLANK ISERR ISERROR ISNA ISLOGICAL ISNUMBER ISTEXT ISNONTEXT'.split(' '))

interface Size {
  readonly rows: number
  readonly cols: number
}

/**
 * Cells of an array formula beyond the end of a range show #N/A. A test such as ISNA, as the whole formula, tests that
 * #N/A too: its range is stretched to the size of the formula's cells. Returns the same tree if it has no such test.
 */
export function stretchArrays(tree: Bound, formula: ArrayFormula, grid: Size, expand: FunctionDefinition): Bound {
  if (tree.kind !== 'call' || !TESTS.has(tree.definition.name)) return tree
  const [only] = tree.args
  const size = only && sizeOf(only, formula, grid)
  if (!size) return tree
  const { top, left, bottom, right } = formula.range
  const rows = size.rows === 1 ? 1 : Math.max(size.rows, bottom - top + 1)
  const cols = size.cols === 1 ? 1 : Math.max(size.cols, right - left + 1)
  if (rows === size.rows && cols === size.cols) return tree
  const count = (value: number): Bound => ({ kind: 'constant', value })
  return { ...tree, args: [{ kind: 'call', definition: expand, args: [only, count(rows), count(cols)] }] }
}

/** Rows and columns of an operand whose size the formula determines. */
function sizeOf(node: Bound, home: ArrayFormula, grid: Size): Size | undefined {
  switch (node.kind) {
    case 'area': {
      if (node.lastSheet !== node.sheet) return undefined
      const { from, to } = node
      return {
        rows: Math.abs(placed(from.row, home.row, grid.rows) - placed(to.row, home.row, grid.rows)) + 1,
        cols: Math.abs(placed(from.col, home.col, grid.cols) - placed(to.col, home.col, grid.cols)) + 1,
      }
    }
    case 'fixedArea': {
      const { top, left, bottom, right } = node.range
      return { rows: bottom - top + 1, cols: right - left + 1 }
    }
    case 'constant':
      return node.value instanceof Matrix ? node.value : undefined
    default:
      return undefined
  }
}
