import type { Area } from '@sheetwright/runtime/values.ts'
import type { Workbook } from '../model/workbook.ts'
import type { FamilyArea } from './family.ts'
import { wholeWorkbook } from './far-references.ts'

/** The areas of a family from those of its first and last cell; undefined if they do not move evenly. */
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

/** Areas that are the same for every cell: families that may read them share one object. */
export class SharedAreas {
  private readonly known = new Map<string, FamilyArea>()

  private readonly lists = new Map<readonly Area[], readonly FamilyArea[]>()
  private workbook: readonly Area[] | undefined

  /** All cells of the workbook; always the same list. */
  everything(workbook: Workbook): readonly Area[] {
    return (this.workbook ??= wholeWorkbook(workbook))
  }

  all(areas: readonly Area[]): readonly FamilyArea[] {
    let list = this.lists.get(areas)
    if (!list) this.lists.set(areas, (list = areas.map((area) => this.area(area))))
    return list
  }

  private area(area: Area): FamilyArea {
    const key = `${area.sheet}/${area.top}/${area.left}/${area.bottom}/${area.right}`
    let shared = this.known.get(key)
    if (!shared) this.known.set(key, (shared = { bounds: area, isEven: true, at: () => area }))
    return shared
  }
}

/** Areas listed per cell. */
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
