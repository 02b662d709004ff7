import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { Cell } from '../model/cell.ts'

interface Place {
  readonly sheet: number
  readonly row: number
  readonly col: number
}

export interface PatternBreak {
  readonly kind: 'PATTERN_BROKEN' | 'CONSTANT_AMONG_FORMULAS'
  readonly place: Place
  /** A cell that keeps the pattern. */
  readonly neighbour: { readonly row: number; readonly col: number }
}

/** Fewest cells with one formula on each side that make a pattern. */
const LEAST_ON_A_SIDE = 2
const LEAST_IN_ALL = 5

/**
 * Cells that differ from a row or column filled with one formula: another formula, or a number typed over it. The
 * filled cells must be on both sides, and the cell must not belong to a pattern in the other direction.
 */
export function findPatternBreaks(bound: BoundWorkbook, isTotal: (cell: Cell) => boolean): PatternBreak[] {
  const breaks: PatternBreak[] = []
  bound.workbook.sheets.forEach((entry, sheet) => {
    const formulaAt = (row: number, col: number): object | undefined => {
      const cell = entry.cells.get(row, col)
      return cell?.kind === 'formula' && cell.formula.kind === 'normal'
        ? bound.formula(cell.formula, sheet, row, col)
        : undefined
    }
    entry.cells.forEach((row, col, cell) => {
      if (!mayBreak(cell)) return
      const own = formulaAt(row, col)
      const down = surrounding(formulaAt, own, row, col, 1, 0)
      const across = surrounding(formulaAt, own, row, col, 0, 1)
      for (const [neighbour, other] of [
        [down, [0, 1]],
        [across, [1, 0]],
      ] as const) {
        if (!neighbour) continue
        const [dRow, dCol] = other
        const isOwnPattern =
          own !== undefined && (formulaAt(row + dRow, col + dCol) === own || formulaAt(row - dRow, col - dCol) === own)
        if (isOwnPattern || isTotal(cell)) continue
        breaks.push({
          kind: own === undefined ? 'CONSTANT_AMONG_FORMULAS' : 'PATTERN_BROKEN',
          place: { sheet, row, col },
          neighbour,
        })
        break
      }
    })
  })
  return breaks
}

function mayBreak(cell: Cell): boolean {
  return cell.kind === 'formula' ? cell.formula.kind === 'normal' : typeof cell.value === 'number'
}

/** The cell before one whose formula differs from that of the cells before and after it. */
function surrounding(
  formulaAt: (row: number, col: number) => object | undefined,
  own: object | undefined,
  row: number,
  col: number,
  down: number,
  across: number,
): PatternBreak['neighbour'] | undefined {
  const before = formulaAt(row - down, col - across)
  if (before === undefined || before === own || before !== formulaAt(row + down, col + across)) return undefined
  const count = (direction: number) => {
    let length = 1
    while (
      length < LEAST_IN_ALL &&
      formulaAt(row + direction * (length + 1) * down, col + direction * (length + 1) * across) === before
    ) {
      length++
    }
    return length
  }
  const [above, below] = [count(-1), count(1)]
  if (above < LEAST_ON_A_SIDE || below < LEAST_ON_A_SIDE || above + below < LEAST_IN_ALL) return undefined
  return { row: row - down, col: col - across }
}
