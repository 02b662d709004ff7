import type { Area, Scalar } from '@sheetwright/runtime/values.ts'
import type { Analysis } from '../4-analyse/analyse.ts'
import { type CellPlace, PlaceIndex } from '../4-analyse/place-index.ts'
import { type Axis, colAt, type Family, type FamilyArea, rowAt } from '../4-analyse/family.ts'
import { columnName } from '../model/address.ts'
import type { Workbook } from '../model/workbook.ts'
import { Code } from './code.ts'

/** A stretch of one column (or one row), stored contiguously. */
export interface Line {
  readonly id: number
  readonly axis: Axis
  readonly sheet: number
  /** The column, or the row of a line across. */
  readonly at: number
  readonly from: number
  readonly to: number
  /** Lines of constants are stored in both forms. */
  readonly kind: Kind | 'both'
  /** Positions along the line whose changing value is computed elsewhere and not stored here. */
  readonly foreign: readonly (readonly [number, number])[]
  /** Positions whose value is computed along the other axis and copied here afterwards. */
  readonly copied: readonly { readonly at: number; readonly family: Family }[]
  readonly hasChanging: boolean
  /** Start of its numbers in the array that holds the numbers of all lines. */
  readonly offset: number
  readonly name: Code
}

/** A Float64Array with non-numbers stored separately, or an array of values. */
export type Kind = 'numbers' | 'values'

/** A changing cell of a line that is computed along the other axis: its storage, and where it is copied to. */
export interface CrossCopy {
  readonly source: Line
  readonly sourceIndex: number
  readonly target: Line
  readonly targetIndex: number
}

/** A single cell: its index in the pool of numbers or of values. */
export interface Slot {
  readonly kind: Kind
  readonly index: number
}

interface Need {
  axis: Axis
  sheet: number
  at: number
  from: number
  to: number
}

/** Areas across more lines than this are read cell by cell. */
const MOST_LINES = 64

/** The storage of every value of a program. */
export class Storage {
  readonly lines: Line[] = []
  private readonly byPlace = new Map<string, Line[]>()
  private readonly slots = new Map<Family, Slot>()
  private readonly inputSlots = new Map<string, Slot>()
  /** Count of numbers over all lines. */
  arenaLength = 0
  numberSlots = 0
  valueSlots = 0
  private readonly analysis: Analysis
  private readonly workbook: Workbook
  private readonly families: readonly Family[]
  private readonly inputs: PlaceIndex
  private readonly delegated: ReadonlySet<Family>

  private readonly tangled: ReadonlySet<Family>

  /** Cells of `tangled` families are computed one by one, in no order that copying could follow. */
  constructor(
    workbook: Workbook,
    analysis: Analysis,
    families: readonly Family[],
    inputs: readonly CellPlace[],
    tangled: ReadonlySet<Family>,
  ) {
    this.tangled = tangled
    this.workbook = workbook
    this.analysis = analysis
    this.families = families
    this.inputs = new PlaceIndex(inputs)
    this.delegated = new Set(analysis.delegated.map(({ family }) => family))
    for (const place of inputs) {
      this.inputSlots.set(`${place.sheet}/${place.row}/${place.col}`, this.slot(kindOf(this.sampleAt(place))))
    }
    const needs = this.collectNeeds()
    for (const need of needs) this.addLine(need)
    for (const family of families) if (family.count === 1) this.slots.set(family, this.slot(this.kind(family)))
  }

  private slot(kind: Kind): Slot {
    return { kind, index: kind === 'numbers' ? this.numberSlots++ : this.valueSlots++ }
  }

  /** A slot for a number that belongs to no cell. */
  reserve(): number {
    return this.numberSlots++
  }

  private sampleAt({ sheet, row, col }: CellPlace): Scalar {
    const cell = this.workbook.sheets[sheet]?.cells.get(row, col)
    if (!cell) return null
    if (cell.kind === 'constant') return cell.value
    return cell.saved ?? this.analysis.constant(sheet, row, col)
  }

  /** The saved values of a family's cells decide their storage; other values at run time stay exact either way. */
  kind(family: Family): Kind {
    const places = [0, family.count >> 1, family.count - 1]
    const isNumber = places.every((i) => {
      const sample = this.sampleAt({ sheet: family.sheet, row: rowAt(family, i), col: colAt(family, i) })
      return typeof sample === 'number' || (typeof sample === 'object' && sample !== null)
    })
    return isNumber ? 'numbers' : 'values'
  }

  /** Stretches of rows and columns that are read by moving references or as ranges; adjacent ones are merged. */
  private collectNeeds(): Need[] {
    const needs = new Map<string, Need[]>()
    const add = (axis: Axis, sheet: number, at: number, from: number, to: number) => {
      const key = lineKey(axis, sheet, at)
      const list = needs.get(key)
      if (!list) needs.set(key, [{ axis, sheet, at, from, to }])
      else if (!list.some((need) => need.from <= from && need.to >= to)) list.push({ axis, sheet, at, from, to })
    }
    const seen = new Set<FamilyArea>()
    for (const family of this.families) {
      if (family.count > 1) {
        if (family.axis === 'down') add('down', family.sheet, family.col, family.row, family.row + family.count - 1)
        else add('across', family.sheet, family.row, family.col, family.col + family.count - 1)
      }
      for (const read of family.areas) {
        if (seen.has(read)) continue
        if (family.isOpen) seen.add(read)
        const area = this.clipped(read.bounds)
        if (!area || (area.top === area.bottom && area.left === area.right)) continue
        for (const axis of lineAxes(area, family)) {
          if (axis === 'down') {
            for (let col = area.left; col <= area.right; col++) add('down', area.sheet, col, area.top, area.bottom)
          } else
            for (let row = area.top; row <= area.bottom; row++) add('across', area.sheet, row, area.left, area.right)
        }
      }
    }
    return [...needs.values()].flatMap(merged)
  }

  /** Does it span too many lines? */
  isKeptCellByCell({ top, bottom, left, right }: Area): boolean {
    return top !== bottom && right - left >= MOST_LINES
  }

  /** The part of an area that can hold values. */
  clipped(area: Area): Area | undefined {
    const used = this.workbook.sheets[area.sheet]?.used
    const given = this.inputs.extent(area.sheet)
    const bottom = Math.max(used?.bottom ?? -1, given.bottom)
    const right = Math.max(used?.right ?? -1, given.right)
    const result = { ...area, bottom: Math.min(area.bottom, bottom), right: Math.min(area.right, right) }
    return result.bottom >= result.top && result.right >= result.left ? result : undefined
  }

  private addLine({ axis, sheet, at, from, to }: Need): void {
    const area =
      axis === 'down'
        ? { sheet, top: from, bottom: to, left: at, right: at }
        : { sheet, top: at, bottom: at, left: from, right: to }
    const inside = new Set<Family>()
    this.analysis.index.forEach(area, (family) => {
      if (this.analysis.changing.has(family)) inside.add(family)
    })
    for (const family of inside) if (this.delegated.has(family)) inside.delete(family)
    const native = [...inside].filter((family) => family.count === 1 || family.axis === axis)
    const foreign = [...inside].flatMap((family): [number, number][] => {
      if (family.count === 1 || family.axis === axis || !this.tangled.has(family)) return []
      const line = axis === 'down' ? family.row : family.col
      return [[line, line]]
    })
    const copied = [...inside].flatMap((family) =>
      family.count === 1 || family.axis === axis || this.tangled.has(family)
        ? []
        : [{ at: axis === 'down' ? family.row : family.col, family }],
    )
    const isInputInside = this.inputs.meets(area)
    const hasChanging = inside.size > 0 || isInputInside
    const numbersOnly = native.every((family) => this.kind(family) === 'numbers') ? 'numbers' : 'values'
    const kind = hasChanging ? numbersOnly : 'both'
    const id = this.lines.length
    const sheetName = this.workbook.sheets[sheet]?.name ?? ''
    const line: Line = {
      id,
      axis,
      sheet,
      at,
      from,
      to,
      kind,
      foreign,
      copied,
      hasChanging,
      offset: this.arenaLength,
      name: Code.name(sheetName.slice(0, 24), axis === 'down' ? columnName(at) : `row${at + 1}`, `L${id}`),
    }
    if (kind !== 'values') this.arenaLength += to - from + 1
    this.lines.push(line)
    const key = lineKey(axis, sheet, at)
    const list = this.byPlace.get(key)
    if (list) list.push(line)
    else this.byPlace.set(key, [line])
  }

  /** The copies to make into lines along the other axis once a family is computed. */
  crossCopies(family: Family): CrossCopy[] {
    if (family.count === 1 || this.tangled.has(family)) return []
    const source =
      family.axis === 'down'
        ? this.line('down', family.sheet, family.col, family.row)
        : this.line('across', family.sheet, family.row, family.col)
    if (!source) return []
    const copies: CrossCopy[] = []
    for (let i = 0; i < family.count; i++) {
      const row = rowAt(family, i)
      const col = colAt(family, i)
      const target =
        family.axis === 'down' ? this.line('across', family.sheet, row, col) : this.line('down', family.sheet, col, row)
      if (!target) continue
      const at = family.axis === 'down' ? col : row
      const sourceIndex = (family.axis === 'down' ? row : col) - source.from
      copies.push({ source, sourceIndex, target, targetIndex: at - target.from })
    }
    return copies
  }

  /** The line of a column (or row) that holds a position. */
  line(axis: Axis, sheet: number, at: number, position: number): Line | undefined {
    return this.byPlace.get(lineKey(axis, sheet, at))?.find(({ from, to }) => position >= from && position <= to)
  }

  slotOf(family: Family): Slot | undefined {
    return this.slots.get(family)
  }

  inputSlot(sheet: number, row: number, col: number): Slot | undefined {
    return this.inputSlots.get(`${sheet}/${row}/${col}`)
  }

  /** Lines to which the value of a single cell is copied, besides its own storage. */
  copiesOf(sheet: number, row: number, col: number): { line: Line; index: number }[] {
    const copies: { line: Line; index: number }[] = []
    const down = this.line('down', sheet, col, row)
    if (down) copies.push({ line: down, index: row - down.from })
    const across = this.line('across', sheet, row, col)
    if (across) copies.push({ line: across, index: col - across.from })
    return copies
  }
}

/** Merges stretches that overlap or touch. */
function merged(needs: readonly Need[]): Need[] {
  const result: Need[] = []
  for (const need of needs.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last && need.from <= last.to) last.to = Math.max(last.to, need.to)
    else result.push({ ...need })
  }
  return result
}

function lineKey(axis: Axis, sheet: number, at: number): string {
  return `${axis === 'down' ? 'd' : 'a'}${sheet}/${at}`
}

/** The best storage of an area: columns, unless it is one row or a family across moves it along. */
function lineAxes(area: Area, family: Family): Axis[] {
  const rows = area.bottom - area.top + 1
  const cols = area.right - area.left + 1
  if (family.count > 1 && family.axis === 'across' && rows <= MOST_LINES && cols > 1) return ['across']
  if (rows === 1) return ['across']
  return cols <= MOST_LINES ? ['down'] : []
}

/** Texts, booleans and blanks are stored as values. */
function kindOf(sample: Scalar): Kind {
  return typeof sample === 'number' ? 'numbers' : 'values'
}

export function lineStart(line: Line): { row: number; col: number } {
  return line.axis === 'down' ? { row: line.from, col: line.at } : { row: line.at, col: line.from }
}
