import { placed } from '../2-parse/placed.ts'
import type { Coordinate } from '../2-parse/tree.ts'
import type { BoundFormula } from '../3-bind/bound.ts'
import type { ArrayElements } from './array-elements.ts'
import type { Axis } from './family.ts'
import { formulaOf } from './rewrite.ts'
import { isFarReaching, isPlainRun, type Run } from './run.ts'
import { type Skeleton, skeletonOf, withCoordinates } from './skeleton.ts'

/** Fewest single cells of the same shape to join. */
const FEWEST_LISTED = 4

/** Joins single cells beside each other with the same formula into one family along the row. */
export function joinAcross(runs: readonly Run[]): Run[] {
  const joined: Run[] = []
  const open = new Map<number, number>()
  for (const run of runs) {
    const before = open.get(run.row)
    const previous = before === undefined ? undefined : joined[before]
    const isJoinable = run.count === 1 && isPlainRun(run)
    if (
      isJoinable &&
      previous &&
      previous.formulas[0] === run.formulas[0] &&
      previous.col + previous.count === run.col
    ) {
      joined[before as number] = { ...previous, count: previous.count + 1, axis: 'across' }
      continue
    }
    if (isJoinable) open.set(run.row, joined.length)
    joined.push(run)
  }
  return joined
}

/**
 * Joins single cells below each other whose formulas differ only in their row references into one family with listed
 * rows.
 */
export function joinListed(
  runs: readonly Run[],
  identities: Map<object, number>,
  elements: ArrayElements | undefined,
): Run[] {
  const joined: Run[] = []
  let group: { runs: Run[]; skeleton: Skeleton } | undefined
  const close = () => {
    if (!group) return
    const [first] = group.runs
    if (first && group.runs.length >= FEWEST_LISTED) {
      joined.push({
        ...first,
        count: group.runs.length,
        formulas: group.runs.map((run) => run.formulas[0] as BoundFormula),
      })
    } else joined.push(...group.runs)
    group = undefined
  }
  for (const run of runs) {
    const [formula] = run.formulas
    const tree = formula?.tree
    const skeleton =
      run.count === 1 && isPlainRun(run) && tree && !isFarReaching(formula) && !elements?.has(formula)
        ? skeletonOf(tree, 'down', identities)
        : undefined
    const last = group?.runs.at(-1)
    if (
      group &&
      skeleton &&
      last &&
      skeleton.key === group.skeleton.key &&
      last.col === run.col &&
      last.row + 1 === run.row
    ) {
      group.runs.push(run)
      continue
    }
    close()
    if (skeleton && skeleton.coordinates.length > 0) group = { runs: [run], skeleton }
    else joined.push(run)
  }
  close()
  return joined
}

/** Joins single cells in a line with the same formula, if it settled to cells that stay or move evenly. */
export function joinSettled(
  runs: readonly Run[],
  axis: Axis,
  grid: { readonly rows: number; readonly cols: number },
): Run[] {
  const joined: Run[] = []
  const groups = new Map<number, Group>()
  const identities = new Map<object, number>()
  for (const run of runs) {
    const skeleton = run.written && run.count === 1 && isPlainRun(run) ? skeletonIn(run, axis, identities) : undefined
    const [line, at] = axis === 'down' ? [run.col, run.row] : [run.row, run.col]
    const group = groups.get(line)
    if (!skeleton) {
      joined.push(run)
      continue
    }
    const places = skeleton.coordinates.map((one) => placed(one, at, axis === 'down' ? grid.rows : grid.cols))
    if (group && group.written === run.written && group.key === skeleton.key && follows(group, at, places)) {
      group.count++
      group.last = places
      joined[group.index] = runOf(group, axis)
      continue
    }
    groups.set(line, {
      run,
      written: run.written as BoundFormula,
      key: skeleton.key,
      at,
      index: joined.length,
      count: 1,
      first: places,
      last: places,
      moves: undefined,
    })
    joined.push(run)
  }
  return joined
}

interface Group {
  readonly run: Run
  readonly written: BoundFormula
  readonly key: string
  /** Its position along its line, and among the joined runs. */
  readonly at: number
  readonly index: number
  readonly first: readonly number[]
  last: readonly number[]
  /** For each coordinate, whether it moves with the cell; undefined while the group has one cell. */
  moves: readonly boolean[] | undefined
  count: number
}

function skeletonIn(run: Run, axis: Axis, identities: Map<object, number>): Skeleton | undefined {
  const [formula] = run.formulas
  return formula && !isFarReaching(formula) ? skeletonOf(formula.tree, axis, identities) : undefined
}

/** Is it the next cell of a group, with coordinates that move on as before? */
function follows(group: Group, at: number, places: readonly number[]): boolean {
  if (group.at + group.count !== at) return false
  const steps = places.map((place, k) => place - (group.last[k] as number))
  if (!steps.every((step, k) => (group.moves ? step === Number(group.moves[k]) : step === 0 || step === 1)))
    return false
  group.moves ??= steps.map((step) => step === 1)
  return true
}

function runOf({ run, first, moves, at, count }: Group, axis: Axis): Run {
  const [formula] = run.formulas
  if (!formula) return run
  const coordinates = first.map(
    (place, k): Coordinate => (moves?.[k] ? { relative: true, value: place - at } : { relative: false, value: place }),
  )
  return { ...run, axis, count, formulas: [formulaOf(withCoordinates(formula.tree, axis, coordinates))] }
}
