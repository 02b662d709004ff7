import type { Layout } from '@sheetwright/runtime/program/layout.ts'
import { written } from '@sheetwright/runtime/program/written-values.ts'
import type { Area, Scalar } from '@sheetwright/runtime/values.ts'
import type { Analysis } from '../4-analyse/analyse.ts'
import type { Family } from '../4-analyse/family.ts'
import type { CellPlace } from '../4-analyse/place-index.ts'
import type { ProgramBuilder } from './program-builder.ts'
import { type Line, lineStart, type Slot, type Storage } from './storage.ts'

/** Where a program keeps each of its cells, and the constants it starts with. */
export function layoutOf(
  program: ProgramBuilder,
  analysis: Analysis,
  storage: Storage,
  families: readonly Family[],
  given: readonly CellPlace[],
  outputs: readonly Area[],
): Layout {
  const key = (sheet: number, row: number, col: number) => `${sheet}/${row}/${col}`
  const isChanging = (sheet: number, row: number, col: number) => {
    const family = analysis.index.at(sheet, row, col)
    return family !== undefined && analysis.changing.has(family)
  }
  const constantAt = (sheet: number, row: number, col: number): Scalar =>
    program.given.has(sheet, row, col) || isChanging(sheet, row, col) ? null : analysis.constant(sheet, row, col)
  const lines = storage.lines.map((line) => ({
    kind: line.kind,
    length: line.to - line.from + 1,
    constants: constantRuns(line, constantAt),
  }))
  const places: (readonly [number, number, number, number, number, number, number])[] = []
  const placed = new Set<string>()
  placeLines(storage, places)
  const isInLine = (sheet: number, row: number, col: number) => storage.copiesOf(sheet, row, col).length > 0
  const single = (sheet: number, row: number, col: number, store: number, start: number) => {
    if (placed.has(key(sheet, row, col)) || isInLine(sheet, row, col)) return
    placed.add(key(sheet, row, col))
    places.push([sheet, row, col, 1, 0, store, start])
  }
  for (const { sheet, row, col } of given) {
    const slot = storage.inputSlot(sheet, row, col)
    if (slot) single(sheet, row, col, slot.kind === 'numbers' ? -1 : -2, slot.index)
  }
  for (const family of families) {
    const slot = storage.slotOf(family)
    if (slot) single(family.sheet, family.row, family.col, slot.kind === 'numbers' ? -1 : -2, slot.index)
  }
  const constants: unknown[] = []
  const areas = new Map<string, Area>()
  const read = new Set(families.flatMap((family) => [...family.areas]))
  for (const area of [...[...read].map(({ bounds }) => bounds), ...outputs]) {
    areas.set(`${area.sheet}/${area.top}/${area.left}/${area.bottom}/${area.right}`, area)
  }
  for (const bounds of areas.values()) {
    const area = storage.clipped(bounds)
    if (!area) continue
    const isSmall = area.top === area.bottom && area.left === area.right
    if (!isSmall && !storage.isKeptCellByCell(area) && !outputs.includes(bounds)) continue
    for (let col = area.left; col <= area.right; col++) {
      let run: { row: number; start: number; count: number } | undefined
      const close = () => {
        if (run) places.push([area.sheet, run.row, col, run.count, 0, -3, run.start])
        run = undefined
      }
      program.workbook.sheets[area.sheet]?.cells.forEachInColumn(col, area.top, area.bottom, (row) => {
        const isElsewhere =
          placed.has(key(area.sheet, row, col)) || isInLine(area.sheet, row, col) || isChanging(area.sheet, row, col)
        const value = isElsewhere ? null : constantAt(area.sheet, row, col)
        if (run && run.row + run.count !== row) close()
        if (value === null) return
        placed.add(key(area.sheet, row, col))
        run ??= { row, start: constants.length, count: 0 }
        run.count++
        constants.push(written(value))
      })
      close()
    }
  }
  const covered = [...areas.values()]
  return {
    numberSlots: storage.numberSlots,
    arenaLength: storage.arenaLength,
    valueSlots: storage.valueSlots,
    lines,
    cells: given.map(({ sheet, row, col }) => {
      const slot = storage.inputSlot(sheet, row, col) as Slot
      const copies = storage.copiesOf(sheet, row, col).map(({ line, index }) => [line.id, index] as const)
      return [slot.kind === 'numbers' ? 0 : 1, slot.index, copies] as const
    }),
    places,
    constants,
    covered,
    constantAreas: covered.filter((area) => isConstantArea(area, program)),
  }
}

function isConstantArea(area: Area, { analysis, given }: ProgramBuilder): boolean {
  if ((area.top === area.bottom && area.left === area.right) || given.meets(area)) return false
  let constant = true
  analysis.index.forEach(area, (family) => {
    if (analysis.changing.has(family)) constant = false
  })
  return constant
}

/** The constants of a line, without gaps. */
function constantRuns(
  line: Line,
  constantAt: (sheet: number, row: number, col: number) => Scalar,
): [number, unknown[]][] {
  const runs: [number, unknown[]][] = []
  for (let position = line.from; position <= line.to; position++) {
    const value =
      line.axis === 'down' ? constantAt(line.sheet, position, line.at) : constantAt(line.sheet, line.at, position)
    if (value === null) continue
    const last = runs.at(-1)
    const index = position - line.from
    if (last && last[0] + last[1].length === index) last[1].push(written(value))
    else runs.push([index, [written(value)]])
  }
  return runs
}

/** The storage of each cell where it is computed: columns first, then the cells of rows that no column holds. */
function placeLines(
  storage: Storage,
  places: (readonly [number, number, number, number, number, number, number])[],
): void {
  for (const line of storage.lines) {
    const { row, col } = lineStart(line)
    if (line.axis === 'down') {
      let from = line.from
      for (const at of elsewhere(line)) {
        if (at > from) places.push([line.sheet, from, col, at - from, 0, line.id, from - line.from])
        from = Math.max(from, at + 1)
      }
      if (from <= line.to) places.push([line.sheet, from, col, line.to - from + 1, 0, line.id, from - line.from])
      continue
    }
    const others = new Set(elsewhere(line))
    for (let at = line.from; at <= line.to; at++) {
      const column = storage.line('down', line.sheet, at, row)
      const isHeld = column && !elsewhere(column).includes(row)
      if (!isHeld && !others.has(at)) places.push([line.sheet, row, at, 1, 0, line.id, at - line.from])
    }
  }
}

/** Positions of a line whose value is computed along the other axis, in ascending order. */
function elsewhere(line: Line): number[] {
  return [...line.foreign.map(([at]) => at), ...line.copied.map(({ at }) => at)].sort((a, b) => a - b)
}
