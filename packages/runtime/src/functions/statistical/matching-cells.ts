import type { Matcher } from '../../criteria.ts'
import { ExcelError, type Grid, isCatchable, type Scalar } from '../../values.ts'
import type { CallContext } from '../definition.ts'

/** One range and the test of its cells. */
export interface Condition {
  readonly grid: Grid
  readonly matches: Matcher
  /** The criterion as a key: equal keys mean the same test. */
  readonly key: string
}

/** Smaller ranges are always searched directly. */
const smallRange = 128
/** A range tested more often gets an index. */
const askedBeforeIndex = 2
/** Size limit of the cached answers for a range, as a multiple of its cells. */
const keptAnswers = 8

/** Cells of a range by value, and cached answers to earlier criteria. Positions count in row order. */
interface ValueIndex {
  asked: number
  groups: readonly Group[] | ExcelError | undefined
  readonly answers: Map<string, Answer>
  kept: number
}

/** The groups of equal cells that meet a criterion. */
interface Answer {
  readonly groups: readonly Group[]
  readonly count: number
}

interface Group {
  readonly value: Scalar
  readonly positions: number[]
}

/** Texts that differ only in case are equal for every criterion. */
function groupKey(value: Scalar): unknown {
  if (typeof value === 'string') return value.toLowerCase()
  return value instanceof ExcelError ? value.code : value
}

function groupCells(grid: Grid): readonly Group[] | ExcelError {
  const groups = new Map<unknown, Group>()
  for (let row = 0; row < grid.usedRows; row++)
    for (let col = 0; col < grid.usedCols; col++) {
      const value = grid.at(row, col)
      if (value === null) continue
      if (value instanceof ExcelError && !isCatchable(value)) return value
      const key = groupKey(value)
      let group = groups.get(key)
      if (!group) groups.set(key, (group = { value, positions: [] }))
      group.positions.push(row * grid.cols + col)
    }
  return [...groups.values()]
}

/**
 * The cells that meet a condition, once the range was tested often enough to be worth an index. Only for conditions
 * that blank cells do not meet. An uncomputable cell is the answer to every condition.
 */
function indexedMatches(context: CallContext, { grid, matches, key }: Condition): Answer | ExcelError | undefined {
  const cells = grid.usedRows * grid.usedCols
  if (!context.remember || cells < smallRange || matches(null)) return undefined
  const index = context.remember(
    grid,
    'cells by value',
    (): ValueIndex => ({ asked: 0, groups: undefined, answers: new Map(), kept: 0 }),
  )
  if (!index.groups) {
    if (++index.asked <= askedBeforeIndex) return undefined
    context.charge(cells)
    index.groups = groupCells(grid)
  }
  if (index.groups instanceof ExcelError) return index.groups
  const known = index.answers.get(key)
  if (known) return known
  context.charge(index.groups.length)
  const groups = index.groups.filter(({ value }) => matches(value))
  const answer = { groups, count: groups.reduce((sum, { positions }) => sum + positions.length, 0) }
  if (index.kept + groups.length + 16 <= cells * keptAnswers) {
    index.answers.set(key, answer)
    index.kept += groups.length + 16
  }
  return answer
}

/** Positions of an answer, ascending. */
function positionsOf({ groups, count }: Answer): ArrayLike<number> {
  const [first] = groups
  if (groups.length <= 1) return first?.positions ?? []
  const positions = new Int32Array(count)
  let at = 0
  for (const group of groups) for (const position of group.positions) positions[at++] = position
  return positions.sort()
}

/** Visits every position up to `rows` and `cols` that meets all conditions. An uncomputable cell ends the walk as its result. */
export function forEachMatch(
  context: CallContext,
  conditions: readonly Condition[],
  rows: number,
  cols: number,
  visit: (row: number, col: number) => ExcelError | undefined,
): ExcelError | undefined {
  let shortest: { readonly condition: Condition; readonly answer: Answer } | undefined
  for (const condition of conditions) {
    const answer = indexedMatches(context, condition)
    if (answer instanceof ExcelError) return answer
    if (answer && (!shortest || answer.count < shortest.answer.count)) shortest = { condition, answer }
  }
  if (!shortest) return walk(context, conditions, rows, cols, visit)
  const { condition, answer } = shortest
  context.charge(answer.count)
  const others = conditions.filter((other) => other !== condition)
  const width = condition.grid.cols
  const positions = positionsOf(answer)
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i] ?? 0
    const row = Math.floor(position / width)
    const col = position - row * width
    if (row >= rows || col >= cols) continue
    const error = visitIfMet(others, row, col, visit)
    if (error) return error
  }
  return undefined
}

function walk(
  context: CallContext,
  conditions: readonly Condition[],
  rows: number,
  cols: number,
  visit: (row: number, col: number) => ExcelError | undefined,
): ExcelError | undefined {
  context.charge(rows * cols)
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) {
      const error = visitIfMet(conditions, row, col, visit)
      if (error) return error
    }
  return undefined
}

function visitIfMet(
  conditions: readonly Condition[],
  row: number,
  col: number,
  visit: (row: number, col: number) => ExcelError | undefined,
): ExcelError | undefined {
  for (const { grid, matches } of conditions) {
    const cell = grid.at(row, col)
    if (cell instanceof ExcelError && !isCatchable(cell)) return cell
    if (!matches(cell)) return undefined
  }
  return visit(row, col)
}
