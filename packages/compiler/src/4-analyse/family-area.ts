import type { Area } from '@sheetwright/runtime/values.ts'
import type { FamilyArea } from './family.ts'

/** The areas of a family from those of its first and last cell; undefined where they do not move evenly. */
export function evenArea(first: Area, last: Area, count: number): FamilyArea | undefined {
  const span = count - 1
  const moves = (from: number, to: number): 0 | 1 | undefined => (to === from ? 0 : to - from === span ? 1 : undefined)
  const top = moves(first.top, last.top)
  const left = moves(first.left, last.left)
  const bottom = moves(first.bottom, last.bottom)
  const right = moves(first.right, last.right)
  if (
    first.sheet !== last.sheet ||
    top === undefined ||
    left === undefined ||
    bottom === undefined ||
    right === undefined
  )
    return undefined
  return {
    bounds: around([first, last]),
    isEven: true,
    at: (i) => ({
      sheet: first.sheet,
      top: first.top + top * i,
      left: first.left + left * i,
      bottom: first.bottom + bottom * i,
      right: first.right + right * i,
    }),
  }
}

/** Areas listed cell by cell. */
export function listedArea(areas: readonly Area[]): FamilyArea {
  return { bounds: around(areas), isEven: false, at: (i) => areas[i] as Area }
}

function around(areas: readonly Area[]): Area {
  let { sheet, top, left, bottom, right } = areas[0] as Area
  for (const area of areas) {
    top = Math.min(top, area.top)
    left = Math.min(left, area.left)
    bottom = Math.max(bottom, area.bottom)
    right = Math.max(right, area.right)
  }
  return { sheet, top, left, bottom, right }
}
