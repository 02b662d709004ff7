import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import { staticPrecedents } from '../evaluate/static-precedents.ts'
import { cellsOf } from '@sheetwright/runtime/engine/port-cells.ts'
import type { CellPlace, CellPort, Port } from '@sheetwright/runtime/engine/ports.ts'
import type { Area } from '@sheetwright/runtime/values.ts'

/** Most formula cells followed from a rule to the inputs it reads. */
const mostCells = 20_000

/** Names of the other inputs that an input's data validation reads, directly or through formulas. */
export function inputsReadBy(bound: BoundWorkbook, port: CellPort, inputs: readonly Port[]): string[] {
  const { rule, home } = port.validation ?? {}
  if (!rule || !home) return []
  const areas: Area[] = []
  for (const text of [rule.formula1, rule.formula2]) {
    if (text === undefined) continue
    const { tree } = bound.text(text, home.sheet, home.row, home.col, undefined)
    const seenFrom = { sheet: port.place.sheet, row: port.place.range.top, col: port.place.range.left }
    areas.push(...staticPrecedents(tree, seenFrom, bound.workbook.grid).areas)
  }
  const read = withPrecedents(bound, areas)
  return inputs
    .filter((input) => input !== port && cellsOf(input).some((place) => read.some((area) => holds(area, place))))
    .map(({ name }) => name)
}

function withPrecedents(bound: BoundWorkbook, first: readonly Area[]): Area[] {
  const found: Area[] = []
  const seen = new Set<string>()
  const pending = [...first]
  for (let area = pending.pop(); area && seen.size < mostCells; area = pending.pop()) {
    found.push(area)
    const { sheet } = area
    const cells = bound.workbook.sheets[sheet]?.cells
    const used = cells?.bounds()
    if (!cells || !used) continue
    for (let col = area.left; col <= Math.min(area.right, used.right); col++) {
      cells.forEachInColumn(col, area.top, area.bottom, (row, cell) => {
        const key = `${sheet}/${row}/${col}`
        if (cell.kind !== 'formula' || cell.formula.kind === 'dataTable' || seen.has(key)) return
        seen.add(key)
        const { tree } = bound.formula(cell.formula, sheet, row, col)
        pending.push(...staticPrecedents(tree, { sheet, row, col }, bound.workbook.grid).areas)
      })
    }
  }
  return found
}

function holds(area: Area, { sheet, row, col }: CellPlace): boolean {
  return area.sheet === sheet && row >= area.top && row <= area.bottom && col >= area.left && col <= area.right
}
