import { components } from './components.ts'
import { type Axis, areaOfFamily, colAt, type Family, intersects, rowAt } from './family.ts'
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
export function schedule(families: readonly Family[], index: FamilyIndex): { steps: Step[]; circular: Family[] } {
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
  return { steps, circular }
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
  for (const area of family.areas) {
    if (!intersects(area.bounds, theirs)) continue
    for (let i = 0; i < family.count; i++) {
      const seen = area.at(i)
      if (!intersects(seen, theirs)) continue
      const own = axis === 'down' ? rowAt(family, i) : colAt(family, i)
      const first = axis === 'down' ? Math.max(seen.top, theirs.top) : Math.max(seen.left, theirs.left)
      const last = axis === 'down' ? Math.min(seen.bottom, theirs.bottom) : Math.min(seen.right, theirs.right)
      const distance = descending ? own - first : last - own
      worst = worst === undefined ? distance : Math.max(worst, distance)
    }
  }
  return worst
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
