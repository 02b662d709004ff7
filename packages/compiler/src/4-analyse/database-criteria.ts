import type { Area } from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { Bound, BoundFormula } from '../3-bind/bound.ts'
import { staticPrecedents } from '../evaluate/static-precedents.ts'
import type { CellPlace } from './place-index.ts'
import { callsIn } from './precedents.ts'

const DATABASE: ReadonlySet<string> = new Set([
  'DSUM',
  'DGET',
  'DCOUNT',
  'DCOUNTA',
  'DAVERAGE',
  'DMAX',
  'DMIN',
  'DPRODUCT',
  'DSTDEV',
  'DSTDEVP',
  'DVAR',
  'DVARP',
])

interface Inputs {
  isInput(sheet: number, row: number, col: number): boolean
}

/**
 * Does a database function of the formula have formulas as criteria under a heading that the database lacks? Such a
 * formula is computed again for each record, as if it were further down.
 */
export function hasComputedCriteria(
  bound: BoundWorkbook,
  { tree, traits }: BoundFormula,
  home: CellPlace,
  given: Inputs,
): boolean {
  if (![...traits.functions].some((name) => DATABASE.has(name))) return false
  return callsIn(tree, DATABASE).some(({ args: [database, , criteria] }) => {
    const areas = criteria && areasOf(bound, criteria, home)
    const data = database && areasOf(bound, database, home)
    return !areas || !data || areas.some((area) => isComputed(bound, area, headings(bound, data, given), given))
  })
}

function areasOf({ workbook }: BoundWorkbook, tree: Bound, home: CellPlace): readonly Area[] | undefined {
  const { areas, open } = staticPrecedents(tree, home, workbook.grid)
  return open ? undefined : areas
}

/** Headings that are texts and never change. */
function headings({ workbook }: BoundWorkbook, areas: readonly Area[], given: Inputs): Set<string> {
  const found = new Set<string>()
  for (const { sheet, top, left, right } of areas) {
    for (let col = left; col <= right; col++) {
      const cell = workbook.sheets[sheet]?.cells.get(top, col)
      const isSure = cell?.kind === 'constant' && !given.isInput(sheet, top, col)
      if (isSure && typeof cell.value === 'string') found.add(cell.value.toLowerCase())
    }
  }
  return found
}

/** A formula in the criteria is a plain condition only if its heading is surely one of the database's. */
function isComputed({ workbook }: BoundWorkbook, area: Area, known: ReadonlySet<string>, given: Inputs): boolean {
  const sheet = workbook.sheets[area.sheet]
  if (!sheet) return false
  let computed = false
  const last = Math.min(area.right, sheet.used?.right ?? -1)
  for (let col = area.left; col <= last; col++) {
    const heading = sheet.cells.get(area.top, col)
    const isSure = heading?.kind === 'constant' && !given.isInput(area.sheet, area.top, col)
    const isKnown = isSure && typeof heading.value === 'string' && known.has(heading.value.toLowerCase())
    sheet.cells.forEachInColumn(col, area.top + 1, area.bottom, (_row, cell) => {
      if (cell.kind === 'formula' && !isKnown) computed = true
    })
  }
  return computed
}
