import type { Area } from '@sheetwright/runtime/values.ts'
import type { Analysis } from '../4-analyse/analyse.ts'
import { areaOfFamily } from '../4-analyse/family.ts'
import type { CellPlace } from '../4-analyse/place-index.ts'
import type { Workbook } from '../model/workbook.ts'
import type { NeededCell } from './workbook-data.ts'

/** The cells that computing the outputs can read: the whole workbook if a formula decides at run time what it reads. */
export function neededCells(
  workbook: Workbook,
  analysis: Analysis,
  inputs: readonly CellPlace[],
  outputs: readonly Area[],
): NeededCell {
  if (analysis.live.some((family) => family.isOpen)) return () => true
  const areas = new Map<string, Area>()
  const add = (area: Area) => areas.set(`${area.sheet}/${area.top}/${area.left}/${area.bottom}/${area.right}`, area)
  const { families, decisive } = analysis.consulted
  for (const family of families) {
    add(areaOfFamily(family))
    for (const { bounds } of family.areas) add(bounds)
    for (const area of decisive.get(family) ?? []) add(area)
  }
  for (const { sheet, row, col } of inputs) add({ sheet, top: row, left: col, bottom: row, right: col })
  outputs.forEach(add)
  const needed = workbook.sheets.map(() => new Set<number>())
  for (const { sheet, top, left, bottom, right } of areas.values()) {
    const entry = workbook.sheets[sheet]
    const marks = needed[sheet]
    if (!entry || !marks) continue
    const last = Math.min(right, entry.used?.right ?? -1)
    for (let col = left; col <= last; col++) {
      entry.cells.forEachInColumn(col, top, bottom, (row) => marks.add(row * workbook.grid.cols + col))
    }
  }
  return (sheet, row, col) => needed[sheet]?.has(row * workbook.grid.cols + col) ?? false
}
