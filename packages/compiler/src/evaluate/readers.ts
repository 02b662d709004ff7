import type { Area } from '@sheetwright/runtime/values.ts'
import type { StaticPrecedents } from './static-precedents.ts'

interface Position {
  readonly sheet: number
  readonly row: number
  readonly col: number
}

/** An area that formulas name: the formula cells in it and its readers. Cells with the same area share the object. */
interface ReadArea {
  readonly area: Area
  readonly readers: number[]
}

/** Which formula cells read which, explored from some cells towards their precedents. */
export class Readers {
  /** A reached cell may read cells that its formula does not name. */
  hasOpen = false
  private readonly precedents: (id: number) => StaticPrecedents
  private readonly cellsIn: (area: Area) => readonly number[]
  private readonly areas = new Map<string, ReadArea>()
  /** The areas that hold a cell. */
  private readonly around = new Map<number, ReadArea[]>()
  private readonly seen = new Set<number>()
  private readonly open: number[] = []

  constructor(precedents: (id: number) => StaticPrecedents, cellsIn: (area: Area) => readonly number[]) {
    this.precedents = precedents
    this.cellsIn = cellsIn
  }

  explore(from: readonly number[]): void {
    const pending = [...from]
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (this.seen.has(id)) continue
      this.seen.add(id)
      const { areas, open, isTable } = this.precedents(id)
      if (open) {
        this.open.push(id)
        this.hasOpen ||= !isTable
      }
      for (const area of areas) for (const cell of this.read(id, area)) pending.push(cell)
    }
  }

  /** Records that a cell reads an area; returns the formula cells in it if the area is new. */
  private read(reader: number, area: Area): readonly number[] {
    const key = `${area.sheet}/${area.top}/${area.left}/${area.bottom}/${area.right}`
    const known = this.areas.get(key)
    if (known) {
      known.readers.push(reader)
      return []
    }
    const entry = { area, readers: [reader] }
    this.areas.set(key, entry)
    const cells = this.cellsIn(area)
    for (const cell of cells) {
      const around = this.around.get(cell)
      if (around) around.push(entry)
      else this.around.set(cell, [entry])
    }
    return cells
  }

  /** The explored cells that depend, or may depend, on changed ones. */
  reached(changed: readonly Position[]): Set<number> {
    const found = new Set<number>()
    const done = new Set<ReadArea>()
    const pending = [...this.open]
    const enter = (entry: ReadArea) => {
      if (done.has(entry)) return
      done.add(entry)
      for (const reader of entry.readers) pending.push(reader)
    }
    for (const entry of this.areas.values()) if (changed.some((place) => contains(entry.area, place))) enter(entry)
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (found.has(id)) continue
      found.add(id)
      this.around.get(id)?.forEach(enter)
    }
    return found
  }
}

function contains(area: Area, { sheet, row, col }: Position): boolean {
  return area.sheet === sheet && row >= area.top && row <= area.bottom && col >= area.left && col <= area.right
}
