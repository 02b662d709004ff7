import { components } from '../evaluate/components.ts'
import type { Area } from '@sheetwright/runtime/values.ts'
import { type Axis, areaOfFamily, colAt, type Family, type FamilyArea, intersects, rowAt } from './family.ts'
import type { FamilyIndex } from './family-index.ts'

/** One step of a program; steps run in order. */
export type Step =
  /** Cells that do not depend on each other. */
  | { readonly kind: 'family'; readonly family: Family }
  /** Families that depend on each other line by line: one loop over the lines computes them all, in this order. */
  | {
      readonly kind: 'fused'
      readonly families: readonly Family[]
      readonly axis: Axis
      readonly from: number
      readonly to: number
      readonly descending: boolean
    }
  /** Cells that depend on each other irregularly: each in its turn. */
  | { readonly kind: 'ordered'; readonly families: readonly Family[]; readonly order: readonly CellTurn[] }
  /** Cells whose order is known only at run time: each is computed when first read. */
  | { readonly kind: 'demand'; readonly families: readonly Family[] }

interface CellTurn {
  readonly family: Family
  readonly index: number
}

/** A tangle of more cells is not ordered in advance. */
const MOST_ORDERED = 50_000

/** Orders families so that every cell is computed after the cells it needs; those that depend on themselves are returned. */
export function schedule(
  families: readonly Family[],
  index: FamilyIndex,
  isJoining: boolean,
  /** Do cells of families that have no order depend on themselves? */
  isCircular: (families: readonly Family[]) => boolean,
): { steps: Step[]; circular: Family[] } {
  const members = new Set(families)
  const membersIn = ({ bounds }: FamilyArea): Family[] => {
    const found = new Set<Family>()
    index.forEach(bounds, (other) => {
      if (members.has(other)) found.add(other)
    })
    return [...found]
  }
  // A shared area is a node between its readers and its cells, so that not every reader is linked to every cell.
  const hubs = hubsOf(families)
  const needs = (node: Family | FamilyArea): (Family | FamilyArea)[] => {
    if (!isFamily(node)) return membersIn(node)
    const found = new Set<Family | FamilyArea>()
    for (const area of node.areas) {
      if (hubs.has(area)) found.add(area)
      else for (const other of membersIn(area)) found.add(other)
    }
    return [...found]
  }
  const steps: Step[] = []
  const circular: Family[] = []
  for (const group of components<Family | FamilyArea>(families, needs)) {
    const component = group.filter(isFamily)
    const [only] = component
    if (!only) continue
    if (component.length === 1 && !needsItself(only)) steps.push({ kind: 'family', family: only })
    else {
      const isOpen = component.some((family) => family.isOpen)
      const step = isOpen ? undefined : (fused(component) ?? ordered(component, index))
      if (step) steps.push(step)
      else if (!isOpen && isCircular(component)) circular.push(...component)
      else steps.push({ kind: 'demand', families: component })
    }
  }
  return { steps: isJoining ? joined(steps, index) : steps, circular }
}

function isFamily(node: Family | FamilyArea): node is Family {
  return 'formula' in node
}

/** Areas that several families read through one object. */
function hubsOf(families: readonly Family[]): Set<FamilyArea> {
  const seen = new Set<FamilyArea>()
  const hubs = new Set<FamilyArea>()
  for (const { areas } of families) {
    for (const area of areas) {
      if (seen.has(area)) hubs.add(area)
      seen.add(area)
    }
  }
  return hubs
}

function needsItself(family: Family): boolean {
  const own = areaOfFamily(family)
  return family.areas.some(({ bounds }) => intersects(bounds, own))
}

/** One loop over rows or columns, upwards or downwards, if it can compute everything in order. */
function fused(families: readonly Family[]): Step | undefined {
  const axes = new Set(families.filter(({ count }) => count > 1).map(({ axis }) => axis))
  if (axes.size !== 1) return undefined
  const axis = [...axes][0] as Axis
  const lineAt = (family: Family, i: number): number => (axis === 'down' ? rowAt(family, i) : colAt(family, i))
  const from = Math.min(...families.map((family) => lineAt(family, 0)))
  const to = Math.max(...families.map((family) => lineAt(family, family.count - 1)))
  for (const descending of [false, true]) {
    const order = orderInLine(families, axis, descending)
    if (order) return { kind: 'fused', families: order, axis, from, to, descending }
  }
  return undefined
}

/** The order inside one line; undefined if a line would need a later one. */
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

/** How far ahead of its own line a family reads another, at most: negative is behind, 0 the same line. */
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

/** The cells that read furthest in an evenly moving area: the first and the last that see the other family at all. */
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

/** Each cell in its turn; undefined if cells really depend on themselves. */
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

/** Loops that share more than this fraction of their lines are joined. */
const SHARED_LINES = 0.75
/** Most families in one loop. */
const MOST_JOINED = 120

interface Joint {
  readonly families: Family[]
  readonly axis: Axis
  from: number
  to: number
}

/**
 * Joins loops over the same lines into one, so that a line is computed while its values are in the cache. A loop joins
 * an earlier one if everything it needs is computed before that, in the same line, or in an earlier line. Single cells
 * between the two that it needs, such as the first row of a column, move into the loop if possible.
 */
function joined(steps: readonly Step[], index: FamilyIndex): Step[] {
  const result: (Step | Joint | undefined)[] = []
  const placeOf = new Map<Family, number>()
  for (const step of steps) {
    const loop = loopOf(step)
    const found = loop ? joint(result, loop, placeOf, index) : undefined
    if (loop && found) {
      const target = result[found.place] as Joint
      for (const single of found.singles) {
        result[placeOf.get(single) as number] = undefined
        target.families.push(single)
        target.from = Math.min(target.from, lineOf(single, loop.axis))
        placeOf.set(single, found.place)
      }
      target.families.push(...loop.families)
      target.from = Math.min(target.from, loop.from)
      target.to = Math.max(target.to, loop.to)
      for (const family of loop.families) placeOf.set(family, found.place)
      continue
    }
    for (const family of step.kind === 'family' ? [step.family] : step.families) placeOf.set(family, result.length)
    result.push(loop ?? step)
  }
  return result.flatMap((one): Step[] => {
    if (!one) return []
    if ('kind' in one) return [one]
    const [only] = one.families
    if (only && one.families.length === 1 && !needsItself(only)) return [{ kind: 'family', family: only }]
    return [{ kind: 'fused', ...one, descending: false }]
  })
}

/** A step as a loop from the first line to the last; undefined if it cannot be one. */
function loopOf(step: Step): Joint | undefined {
  if (step.kind === 'fused' && !step.descending) {
    return { families: [...step.families], axis: step.axis, from: step.from, to: step.to }
  }
  if (step.kind !== 'family' || step.family.count === 1 || step.family.isOpen) return undefined
  const { family } = step
  const from = family.axis === 'down' ? family.row : family.col
  return { families: [family], axis: family.axis, from, to: from + family.count - 1 }
}

function lineOf(family: Family, axis: Axis): number {
  return axis === 'down' ? family.row : family.col
}

/** Most single cells that one loop may take in. */
const MOST_SINGLES = 8

/** The earlier loop that a loop can join, and the single cells in between that must move along, in order. */
function joint(
  result: readonly (Step | Joint | undefined)[],
  loop: Joint,
  placeOf: ReadonlyMap<Family, number>,
  index: FamilyIndex,
): { place: number; singles: Family[] } | undefined {
  // A loop cannot join a target that runs before something it needs, unless that is a single cell that can join too.
  const needed = latestFirst(loop.families, placeOf, index)
  const singles: Family[] = []
  let place = result.length - 1
  for (;;) {
    const latest = needed.keys().next().value ?? 0
    const blocker = result[latest]
    for (; place >= latest; place--) {
      const target = result[place]
      if (!target || 'kind' in target || !isAlike(target, loop)) continue
      const members = [...singles, ...loop.families]
      if (target.families.length + members.length > MOST_JOINED) continue
      const isInTime = members.every((family, i) =>
        [...target.families, ...members.slice(0, i).filter((other) => other.count === 1)].every(
          (other) => (worstDistance(family, other, loop.axis, false) ?? 0) <= 0,
        ),
      )
      if (isInTime) return { place, singles }
    }
    if (!blocker || !('kind' in blocker) || blocker.kind !== 'family' || blocker.family.count > 1) return undefined
    const { family } = blocker
    const line = lineOf(family, loop.axis)
    if (singles.length >= MOST_SINGLES || line < loop.from - 1 || line > loop.to) return undefined
    singles.unshift(family)
    needed.delete(latest)
    const more = latestFirst([family], placeOf, index)
    const all = [...needed.keys(), ...more.keys()].sort((a, b) => b - a)
    needed.clear()
    for (const one of all) needed.set(one, true)
  }
}

/** Positions of the steps that families need, latest first. */
function latestFirst(
  families: readonly Family[],
  placeOf: ReadonlyMap<Family, number>,
  index: FamilyIndex,
): Map<number, true> {
  const places = new Set<number>()
  for (const { areas } of families) {
    for (const { bounds } of areas) {
      index.forEach(bounds, (family) => {
        const place = placeOf.get(family)
        if (place !== undefined) places.add(place)
      })
    }
  }
  return new Map([...places].sort((a, b) => b - a).map((place) => [place, true]))
}

/** Do two loops cover nearly the same lines? */
function isAlike(target: Joint, loop: Joint): boolean {
  if (target.axis !== loop.axis) return false
  const shared = Math.min(target.to, loop.to) - Math.max(target.from, loop.from) + 1
  return shared >= SHARED_LINES * Math.max(target.to - target.from + 1, loop.to - loop.from + 1)
}
