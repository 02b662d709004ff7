import type { Area } from '@sheetwright/runtime/values.ts'
import { areaOfFamily, type Family } from './family.ts'

interface Entry {
  readonly top: number
  readonly bottom: number
  readonly family: Family
}

/** Finds the families that hold cells of an area. */
export class FamilyIndex {
  private readonly sheets: Map<number, Entry[]>[] = []

  constructor(families: readonly Family[]) {
    for (const family of families) {
      const { sheet, top, bottom, left, right } = areaOfFamily(family)
      const columns = (this.sheets[sheet] ??= new Map())
      for (let col = left; col <= right; col++) {
        const entries = columns.get(col)
        if (entries) entries.push({ top, bottom, family })
        else columns.set(col, [{ top, bottom, family }])
      }
    }
    for (const columns of this.sheets) {
      if (!columns) continue
      for (const entries of columns.values()) entries.sort((a, b) => a.top - b.top)
    }
  }

  at(sheet: number, row: number, col: number): Family | undefined {
    let found: Family | undefined
    this.forEach({ sheet, top: row, bottom: row, left: col, right: col }, (family) => {
      found = family
    })
    return found
  }

  /** Visits each family with cells in the area, perhaps more than once. */
  forEach(area: Area, visit: (family: Family) => void): void {
    const columns = this.sheets[area.sheet]
    if (!columns) return
    if (area.right - area.left < columns.size) {
      for (let col = area.left; col <= area.right; col++) visitColumn(columns.get(col), area, visit)
      return
    }
    for (const [col, entries] of columns) if (col >= area.left && col <= area.right) visitColumn(entries, area, visit)
  }
}

function visitColumn(entries: readonly Entry[] | undefined, area: Area, visit: (family: Family) => void): void {
  if (!entries) return
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((entries[middle] as Entry).bottom < area.top) low = middle + 1
    else high = middle
  }
  for (let i = low; i < entries.length; i++) {
    const entry = entries[i] as Entry
    if (entry.top > area.bottom) return
    visit(entry.family)
  }
}
