import { parseFormula } from '../2-parse/parse.ts'
import { printFormula } from '../2-parse/print.ts'
import type { Node } from '../2-parse/tree.ts'
import { MAX_COLS, MAX_ROWS } from '../model/address.ts'
import type { CellPosition } from '../model/cell.ts'

const grid = { rows: MAX_ROWS, cols: MAX_COLS }

/** A formula text as written in another cell. Only references change: everything else keeps its spelling. */
export function shiftFormula(text: string, from: CellPosition, to: CellPosition): string {
  const parsed = parseFormula(text, { home: { row: from.row, col: from.col, ...grid } })
  if (!parsed.ok) return text
  const home = { row: to.row, col: to.col, ...grid }
  let shifted = text
  for (const node of references(parsed.tree).toSorted((a, b) => b.start - a.start)) {
    shifted = shifted.slice(0, node.start) + printFormula(node, home) + shifted.slice(node.end)
  }
  return shifted
}

function references(node: Node): Node[] {
  switch (node.kind) {
    case 'cell':
    case 'area':
    case 'columns':
    case 'rows':
      return [node]
    case 'call':
      return node.args.flatMap(references)
    case 'invoke':
      return [node.callee, ...node.args].flatMap(references)
    case 'unary':
    case 'percent':
    case 'spill':
      return references(node.operand)
    case 'binary':
      return [node.left, node.right].flatMap(references)
    case 'group':
      return references(node.inner)
    case 'number':
    case 'text':
    case 'boolean':
    case 'error':
    case 'array':
    case 'missing':
    case 'name':
    case 'table':
      return []
    default:
      return node satisfies never
  }
}
