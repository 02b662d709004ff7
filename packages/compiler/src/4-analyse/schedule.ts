import { components } from './components.ts'
import type { Area } from '@sheetwright/runtime/values.ts'
import { type Axis, areaOfFamily, colAt, type Family, type FamilyArea, intersects, rowAt } from './family.ts'
import type { FamilyIndex } from './family-index.ts'

/** One piece of work of a program, in the order they run. */
export type Step =
  /** Cells that do not need each other. */
  | { readonly kind: 'family'; readonly family: Family }
  /** Families that need each other line by line: one loop over the lines computes them all, in this order. */
  | {
      readonly kind: 'fused'
      readonly families: readonly Family[]
      readonly axis: Axis
      readonly from: number
      readonly to: number
      readonly descending: boolean
    }
  /** Cells that need each other in no even way: each in its turn. */
  | { readonly kind: 'ordered'; readonly families: readonly Family[]; readonly order: readonly CellTurn[] }

export interface CellTurn {
  readonly family: Family
  readonly index: number
}

/** Above this many cells a tangle is left to the evaluator. */
const MOST_ORDERED = 50_000

/** Puts families into an order in which every cell is computed after those it needs. Cells that need themselves are given back. */
export function schedule(
  families: readonly Family[],
  index: FamilyIndex,
  isJoining: boolean,
): { steps: Step[]; circular: Family[] } {
  const members = new Set(families)
  const needs = (family: Family): Family[] => {
    const found = new Set<Family>()
    for (const { bounds } of family.areas) {
      index.forEach(bounds, (other) => {
        if (members.has(other)) found.add(other)
      })
    }
    return [...found]
  }
  const steps: Step[] = []
  const circular: Family[] = []
  for (const component of components(families, needs)) {
    const [only] = component
    if (component.length === 1 && only && !needsItself(only)) steps.push({ kind: 'family', family: only })
    else {
      const step = fused(component) ?? ordered(component, index)
      if (step) steps.push(step)
      else circular.push(...component)
    }
  }
  return { steps: isJoining ? joined(steps, index) : steps, circular }
}

function needsItself(family: Family): boolean {
  const own = areaOfFamily(family)
  return family.areas.some(({ bounds }) => intersects(bounds, own))
}

/** A loop over rows or columns, upwards or downwards, if one computes everything in time. */
function fused(families: readonly Family[]): Step | undefined {
  const axes = new Set(families.filter(({ count }) => count > 1).map(({ axis }) => axis))
  if (axes.size !== 1) return undefined
  const axis = [...axes][0] as Axis
  const lineOf = (family: Family, i: number): number => (axis === 'down' ? rowAt(family, i) : colAt(family, i))
  const from = Math.min(...families.map((family) => lineOf(family, 0)))
  const to = Math.max(...families.map((family) => lineOf(family, family.count - 1)))
  for (const descending of [false, true]) {
    const order = orderInLine(families, axis, descending)
    if (order) return { kind: 'fused', families: order, axis, from, to, descending }
  }
  return undefined
}

/** The order inside one line, or undefined where a line would need a later one. */
function orderInLine(families: readonly Family[], axis: Axis, descending: boolean): Family[] | undefined {
  const sameLine = new Map<Family, Family[]>()
  for (const family of families) {
    const before: Family[] = []
    sameLine.set(family, before)
    for (const other of families) {
      const distance = worstDistance(family, other, axis, descending)
      if (distance === undefined) continue
      if (distance > 0 || (distance === 0 && family === other)) return undefined
      if (distance === 0) before.push(other)
    }
  }
  const order = components(families, (family) => sameLine.get(family) ?? [])
  return order.every((group) => group.length === 1) ? order.map(([family]) => family as Family) : undefined
}

/** How far ahead of its own line a family looks into another, at worst: negative is behind, 0 the same line. */
function worstDistance(family: Family, other: Family, axis: Axis, descending: boolean): number | undefined {
  const theirs = areaOfFamily(other)
  let worst: number | undefined
  const look = (area: FamilyArea, i: number) => {
    const seen = area.at(i)
    if (!intersects(seen, theirs)) return
    const own = axis === 'down' ? rowAt(family, i) : colAt(family, i)
    const first = axis === 'down' ? Math.max(seen.top, theirs.top) : Math.max(seen.left, theirs.left)
    const last = axis === 'down' ? Math.min(seen.bottom, theirs.bottom) : Math.min(seen.right, theirs.right)
    const distance = descending ? own - first : last - own
    worst = worst === undefined ? distance : Math.max(worst, distance)
  }
  for (const area of family.areas) {
    if (!intersects(area.bounds, theirs)) continue
    if (!area.isEven) for (let i = 0; i < family.count; i++) look(area, i)
    else for (const i of extremes(area, family, theirs, axis)) look(area, i)
  }
  return worst
}

/** The cells among which an evenly moving area looks furthest: the first and the last that see the other family at all. */
function extremes(area: FamilyArea, family: Family, theirs: Area, axis: Axis): number[] {
  const sides = (i: number) => {
    const seen = area.at(i)
    return axis === 'down' ? [seen.top, seen.bottom] : [seen.left, seen.right]
  }
  const [top = 0, bottom = 0] = sides(0)
  const start = axis === 'down' ? theirs.top : theirs.left
  const end = axis === 'down' ? theirs.bottom : theirs.right
  const last = family.count - 1
  const clamp = (i: number) => Math.max(0, Math.min(last, i))
  return [0, last, clamp(start - bottom), clamp(end - top)]
}

/** Each cell in its turn, or undefined where cells truly need themselves. */
function ordered(families: readonly Family[], index: FamilyIndex): Step | undefined {
  const total = families.reduce((sum, { count }) => sum + count, 0)
  if (total > MOST_ORDERED) return undefined
  const members = new Set(families)
  const turns = new Map<Family, CellTurn[]>(
    families.map((family) => [family, Array.from({ length: family.count }, (_, i) => ({ family, index: i }))]),
  )
  const needs = ({ family, index: i }: CellTurn): CellTurn[] => {
    const found = new Set<CellTurn>()
    for (const area of family.areas) {
      const seen = area.at(i)
      index.forEach(seen, (other) => {
        if (!members.has(other)) return
        const theirs = areaOfFamily(other)
        const first =
          other.axis === 'down'
            ? Math.max(seen.top, theirs.top) - theirs.top
            : Math.max(seen.left, theirs.left) - theirs.left
        const last =
          other.axis === 'down'
            ? Math.min(seen.bottom, theirs.bottom) - theirs.top
            : Math.min(seen.right, theirs.right) - theirs.left
        const list = turns.get(other) as CellTurn[]
        for (let k = first; k <= last; k++) found.add(list[k] as CellTurn)
      })
    }
    return [...found]
  }
  const all = [...turns.values()].flat()
  const groups = components(all, needs)
  if (groups.some((group) => group.length > 1)) return undefined
  if (groups.some(([turn]) => turn && needs(turn).includes(turn))) return undefined
  return { kind: 'ordered', families, order: groups.map(([turn]) => turn as CellTurn) }
}

/** Loops over more lines than this share of each other's are worth one loop. */
const SHARED_LINES = 0.75
/** Families that one loop may hold. */
const MOST_JOINED = 120

interface Joint {
  readonly families: Family[]
  readonly axis: Axis
  from: number
  to: number
}

/**
 * Joins loops over the same lines into one, so that a line is computed while its values are at hand. A loop joins an earlier one
 * where everything it needs is computed before that, or in the same line of it, or in an earlier line.
 */
function joined(steps: readonly Step[], index: FamilyIndex): Step[] {
  const result: (Step | Joint)[] = []
  const placeOf = new Map<Family, number>()
  for (const step of steps) {
    const loop = loopOf(step)
    const place = loop ? joint(result, loop, placeOf, index) : undefined
    if (loop && place !== undefined) {
      const target = result[place] as Joint
      target.families.push(...loop.families)
      target.from = Math.min(target.from, loop.from)
      target.to = Math.max(target.to, loop.to)
      for (const family of loop.families) placeOf.set(family, place)
      continue
    }
    for (const family of step.kind === 'family' ? [step.family] : step.families) placeOf.set(family, result.length)
    result.push(loop ?? step)
  }
  return result.map((one): Step => {
    if ('kind' in one) return one
    const [only] = one.families
    if (only && one.families.length === 1 && !needsItself(only)) return { kind: 'family', family: only }
    return { kind: 'fused', ...one, descending: false }
  })
}

/** A step as a loop from the first line to the last, where it is or can be one. */
function loopOf(step: Step): Joint | undefined {
  if (step.kind === 'fused' && !step.descending) {
    return { families: [...step.families], axis: step.axis, from: step.from, to: step.to }
  }
  if (step.kind !== 'family' || step.family.count === 1) return undefined
  const { family } = step
  const from = family.axis === 'down' ? family.row : family.col
  return { families: [family], axis: family.axis, from, to: from + family.count - 1 }
}

function joint(
  result: readonly (Step | Joint)[],
  loop: Joint,
  placeOf: ReadonlyMap<Family, number>,
  index: FamilyIndex,
): number | undefined {
  // What it needs from later than a loop keeps it from joining that.
  let latest = 0
  for (const { areas } of loop.families) {
    for (const { bounds } of areas) {
      index.forEach(bounds, (family) => {
        latest = Math.max(latest, placeOf.get(family) ?? 0)
      })
    }
  }
  for (let place = result.length - 1; place >= latest; place--) {
    const target = result[place] as Step | Joint
    if ('kind' in target || target.axis !== loop.axis) continue
    if (target.families.length + loop.families.length > MOST_JOINED) continue
    const shared = Math.min(target.to, loop.to) - Math.max(target.from, loop.from) + 1
    if (shared < SHARED_LINES * Math.max(target.to - target.from + 1, loop.to - loop.from + 1)) continue
    const isInTime = loop.families.every((family) =>
      target.families.every((other) => (worstDistance(family, other, loop.axis, false) ?? 0) <= 0),
    )
    if (isInTime) return place
  }
  return undefined
}
