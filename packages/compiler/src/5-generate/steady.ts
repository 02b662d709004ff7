import type { Area, Scalar } from '@sheetwright/runtime/values.ts'
import { colAt, type Family, rowAt } from '../4-analyse/family.ts'
import type { ProgramBuilder } from './program-builder.ts'

/** Families whose values change only in some lines of a loop, and those lines. */
export interface SteadyGroup {
  readonly families: readonly Family[]
  /** Per line, 1 if anything the group reads differs from the line before. */
  readonly changes: Int32Array
}

/** The group is worth a branch if at most this fraction of the lines changes anything. */
const MOST_CHANGES = 0.5
/** Functions whose result depends on the cell's position. */
const PLACED: readonly string[] = ['ROW', 'COLUMN', 'CELL', 'SHEET', 'INDIRECT', 'OFFSET']

/**
 * Finds formulas of a loop that are computed only now and then: those of a monthly projection that depend only on the
 * policy year, for example, because every changing column they read is known and repeats over several lines.
 */
export function steadyGroup(
  program: ProgramBuilder,
  families: readonly Family[],
  from: number,
  to: number,
): SteadyGroup | undefined {
  const columns = new Map<Family, ReadonlySet<string>>()
  const readers = new Map<string, (line: number) => Scalar>()
  const inLoop = new Set(families)
  for (const family of families) {
    const read = readColumns(program, family, from, to, inLoop, columns, readers)
    if (read && shareOf(changesOf(read, readers, to - from + 1)) <= MOST_CHANGES) columns.set(family, read)
  }
  const members = families.filter((family) => columns.has(family))
  if (members.length < 2) return undefined
  const union = new Set(members.flatMap((family) => [...(columns.get(family) ?? [])]))
  const changes = changesOf(union, readers, to - from + 1)
  return shareOf(changes) <= MOST_CHANGES ? { families: members, changes } : undefined
}

function shareOf(changes: Int32Array): number {
  return changes.reduce((sum, one) => sum + one, 0) / changes.length
}

function changesOf(
  columns: ReadonlySet<string>,
  readers: ReadonlyMap<string, (line: number) => Scalar>,
  lines: number,
): Int32Array {
  const changes = new Int32Array(lines)
  changes[0] = 1
  for (const column of columns) {
    const read = readers.get(column)
    for (let i = 1; i < lines; i++) if (read && read(i) !== read(i - 1)) changes[i] = 1
  }
  return changes
}

/** The constant columns that a family reads line by line; undefined if anything else it reads changes with the line. */
function readColumns(
  program: ProgramBuilder,
  family: Family,
  from: number,
  to: number,
  inLoop: ReadonlySet<Family>,
  known: ReadonlyMap<Family, ReadonlySet<string>>,
  readers: Map<string, (line: number) => Scalar>,
): ReadonlySet<string> | undefined {
  const start = family.axis === 'down' ? family.row : family.col
  if (start !== from || family.count !== to - from + 1 || family.array || family.tables.size > 0) return undefined
  if (family.isElement) return undefined
  if (family.formula.traits.isVolatile || PLACED.some((name) => family.formula.traits.functions.has(name)))
    return undefined
  const columns = new Set<string>()
  for (const area of family.areas) {
    const first = area.at(0)
    const isFixed = sameArea(first, area.at(family.count - 1))
    if (isFixed) {
      if (holdsAny(program, first, inLoop)) return undefined
      continue
    }
    // A range that grows from one cell changes with the line in more than one place.
    if (!isCell(first) || !isCell(area.at(family.count - 1))) return undefined
    if (!isChanging(program, area.bounds)) {
      const key = `${first.sheet}/${first.top}/${first.left}`
      columns.add(key)
      readers.set(key, (i) => program.analysis.constant(first.sheet, area.at(i).top, area.at(i).left))
      continue
    }
    const other = program.analysis.index.at(first.sheet, first.top, first.left)
    const theirs = other && known.get(other)
    if (!other || !theirs || first.top !== rowAt(other, 0) || first.left !== colAt(other, 0)) return undefined
    for (const column of theirs) columns.add(column)
  }
  return columns
}

function isCell(area: Area): boolean {
  return area.top === area.bottom && area.left === area.right
}

function sameArea(a: Area, b: Area): boolean {
  return a.top === b.top && a.left === b.left && a.bottom === b.bottom && a.right === b.right
}

function holdsAny({ analysis }: ProgramBuilder, area: Area, families: ReadonlySet<Family>): boolean {
  let found = false
  analysis.index.forEach(area, (family) => {
    if (families.has(family)) found = true
  })
  return found
}

function isChanging({ analysis, given }: ProgramBuilder, area: Area): boolean {
  let changing = given.meets(area)
  analysis.index.forEach(area, (family) => {
    if (analysis.changing.has(family)) changing = true
  })
  return changing
}
