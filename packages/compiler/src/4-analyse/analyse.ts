import type { Area, Matrix, Scalar } from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { Bound } from '../3-bind/bound.ts'
import type { Evaluator } from '../evaluate/evaluator.ts'
import { ArrayElements } from './array-elements.ts'
import { areaOfFamily, cellsOf, type Family, type FamilyArea, intersects } from './family.ts'
import { findFamilies } from './find-families.ts'
import type { GivenCells } from './run.ts'
import { FamilyIndex } from './family-index.ts'
import { type CellPlace, PlaceIndex } from './place-index.ts'
import { SettledFormulas } from './settled-formulas.ts'
import { schedule, type Step } from './schedule.ts'

/** Families whose values were read, and the areas that decided which cells some of them read. */
interface Consulted {
  readonly families: ReadonlySet<Family>
  readonly decisive: ReadonlyMap<Family, readonly Area[]>
}

export interface Analysis {
  /** Formula cells that the outputs need and that depend on inputs, as steps to generate. */
  readonly steps: readonly Step[]
  /** Families left to the evaluator. */
  readonly delegated: readonly { readonly family: Family; readonly reason: string }[]
  /** Some cells have no order known in advance: with the present inputs or others they may depend on themselves. */
  readonly isTangled: boolean
  /** Number of formula cells that the outputs need; those that depend on no input are computed at compile time. */
  readonly liveCells: number
  readonly foldedCells: number
  readonly index: FamilyIndex
  readonly changing: ReadonlySet<Family>
  /** Families that the outputs need. */
  readonly live: readonly Family[]
  /** The live families and whatever decided which cells they read: everything the workbook's own formulas need. */
  readonly consulted: Consulted
  /** The live families that depend on no input. */
  readonly folded: readonly Family[]
  /** The value of a cell that depends on no input. */
  readonly constant: (sheet: number, row: number, col: number) => Scalar
  /** The single value of an expression that depends on no input, as the cell at this place sees it. */
  readonly part: (tree: Bound, sheet: number, row: number, col: number) => Scalar | undefined
  /** The array value of such an expression, where arrays are expected. */
  readonly array: (tree: Bound, sheet: number, row: number, col: number) => Matrix
}

export interface AnalysisOptions {
  /** Join loops over the same lines. */
  readonly joining: boolean
  /** Replace references that depend on nothing changing by the cells they mean. */
  readonly settling: boolean
  /** Compute array formulas cell by cell if the result is the same. */
  readonly elements: boolean
}

/** Decides which cells of a workbook these outputs need, which of them are computed at run time, and in which order. */
export function analyse(
  bound: BoundWorkbook,
  evaluator: Evaluator,
  inputs: readonly CellPlace[],
  given: GivenCells,
  outputs: readonly Area[],
  /** Why a family cannot be generated; undefined if it can. */
  refusal: (family: Family) => string | undefined,
  options: AnalysisOptions,
): Analysis {
  const places = new PlaceIndex(inputs)
  const settled = new SettledFormulas(bound, evaluator, places)
  const knowledge = options.settling ? settled : undefined
  const elements = options.elements ? new ArrayElements(bound.workbook.grid, bound.functionNamed('INDEX')) : undefined
  const settledFamilies = (): Reached => {
    for (;;) {
      const found = reached(findFamilies(bound, given, knowledge, elements), places, outputs, settled)
      if (found.isSettled) return found
    }
  }
  let { index, live, changing, consulted } = settledFamilies()
  const { iterate } = bound.workbook.calculation
  const plan = (isCircular: (families: readonly Family[]) => boolean) =>
    planned(bound, changing, index, refusal, options.joining, isCircular)
  let { steps, delegated } = plan(() => iterate)
  const isLessTangled = () => {
    const tangled = tangledFamilies(steps, delegated)
    if (options.settling && (settled.lookInto(tangled) || settled.avoid(tangled))) return true
    return elements !== undefined && keepWhole(bound, tangled, elements)
  }
  while (isLessTangled()) {
    ;({ index, live, changing, consulted } = settledFamilies())
    ;({ steps, delegated } = plan(() => iterate))
  }
  const isTangled = tangledFamilies(steps, delegated).length > 0
  if (isTangled && !iterate) {
    ;({ steps, delegated } = plan((families) =>
      families.some((family) => cellsOf(family).some(({ sheet, row, col }) => evaluator.isCircular(sheet, row, col))),
    ))
  }
  return {
    steps,
    delegated,
    isTangled,
    liveCells: countCells(live),
    foldedCells: countCells(live) - countCells(changing),
    index,
    changing,
    live: [...live],
    consulted,
    folded: [...live].filter((family) => !changing.has(family)),
    constant: (sheet, row, col) => evaluator.value(sheet, row, col),
    part: (tree, sheet, row, col) => evaluator.loose.operandAt(tree, sheet, row, col),
    array: (tree, sheet, row, col) => evaluator.loose.matrixAt({ tree }, sheet, row, col),
  }
}

/** Families that seem to depend on themselves: their cells have no order known in advance. */
function tangledFamilies(steps: readonly Step[], delegated: Analysis['delegated']): Family[] {
  return [
    ...steps.flatMap((step) => (step.kind === 'demand' ? step.families : [])),
    ...delegated.flatMap(({ family, reason }) => (reason === CIRCULAR ? [family] : [])),
  ]
}

const CIRCULAR = 'cells that need their own value'

/**
 * Marks arrays whose cells may need each other to be computed as a whole, as the workbook means them; false if there
 * are none.
 */
function keepWhole({ workbook }: BoundWorkbook, tangled: readonly Family[], elements: ArrayElements): boolean {
  let isAny = false
  for (const family of tangled) {
    if (!family.isElement) continue
    for (const { sheet, row, col } of cellsOf(family)) {
      const cell = workbook.sheets[sheet]?.cells.get(row, col)
      if (cell?.kind === 'formula' && elements.keepWhole(cell.formula)) isAny = true
    }
  }
  return isAny
}

interface Reached {
  readonly index: FamilyIndex
  readonly live: ReadonlySet<Family>
  readonly changing: ReadonlySet<Family>
  readonly consulted: Consulted
  /** Are the cells that a formula was taken to mean independent of everything that changes? */
  readonly isSettled: boolean
}

/** The families that the outputs need, and those of them that depend on inputs. */
function reached(
  families: readonly Family[],
  inputs: PlaceIndex,
  outputs: readonly Area[],
  settled: SettledFormulas,
): Reached {
  const index = new FamilyIndex(families)
  const decisive = settled.decisive(index)
  const live = neededFamilies(families, index, outputs, NOTHING_DECISIVE)
  const consulted = decisive.size === 0 ? live : neededFamilies(families, index, outputs, decisive)
  const changing = changingFamilies(consulted, index, inputs)
  return {
    index,
    live,
    changing: new Set([...live].filter((family) => changing.has(family))),
    consulted: { families: consulted, decisive },
    isSettled: settled.isRight(index, consulted, changing),
  }
}

const NOTHING_DECISIVE: ReadonlyMap<Family, readonly Area[]> = new Map()

function countCells(families: Iterable<Family>): number {
  let cells = 0
  for (const { count } of families) cells += count
  return cells
}

/** Families in the areas, the families these read, and so on; with the areas that decide what they read. */
function neededFamilies(
  families: readonly Family[],
  index: FamilyIndex,
  outputs: readonly Area[],
  decisive: ReadonlyMap<Family, readonly Area[]>,
): Set<Family> {
  const live = new Set<Family>()
  const seen = new Set<FamilyArea>()
  const pending: Family[] = []
  const need = (family: Family) => {
    if (live.has(family)) return
    live.add(family)
    pending.push(family)
  }
  for (const area of outputs) index.forEach(area, need)
  for (let family = pending.pop(); family; family = pending.pop()) {
    for (const area of family.areas) {
      if (seen.has(area)) continue
      seen.add(area)
      index.forEach(area.bounds, need)
    }
    for (const area of decisive.get(family) ?? []) index.forEach(area, need)
  }
  return new Set(families.filter((family) => live.has(family)))
}

/** Live families that depend on an input or give another result at every calculation. */
function changingFamilies(live: ReadonlySet<Family>, index: FamilyIndex, inputs: PlaceIndex): Set<Family> {
  const readers = new Map<FamilyArea, Family[]>()
  for (const family of live) {
    for (const area of family.areas) {
      const list = readers.get(area)
      if (list) list.push(family)
      else readers.set(area, [family])
    }
  }
  const changing = new Set<Family>()
  const pending: Family[] = []
  const mark = (family: Family) => {
    if (changing.has(family)) return
    changing.add(family)
    pending.push(family)
  }
  const read = new Map<Family, FamilyArea[]>()
  for (const [area, families] of readers) {
    if (inputs.meets(area.bounds)) families.forEach(mark)
    index.forEach(area.bounds, (other) => {
      const list = read.get(other)
      if (!list) read.set(other, [area])
      else if (list.at(-1) !== area) list.push(area)
    })
  }
  for (const family of live) {
    if (family.override !== undefined || family.formula.traits.isVolatile || family.isOpen) mark(family)
  }
  for (let family = pending.pop(); family; family = pending.pop()) {
    for (const area of read.get(family) ?? []) {
      readers.get(area)?.forEach(mark)
      // All readers of the area are marked now.
      readers.delete(area)
    }
  }
  return new Set([...live].filter((family) => changing.has(family)))
}

/** The steps to generate, in order, and the families left to the evaluator. */
function planned(
  bound: BoundWorkbook,
  changing: ReadonlySet<Family>,
  index: FamilyIndex,
  refusal: (family: Family) => string | undefined,
  isJoining: boolean,
  isCircular: (families: readonly Family[]) => boolean,
): Pick<Analysis, 'steps' | 'delegated'> {
  const delegated = new Map<Family, string>()
  const spills: Area[] = []
  for (const family of changing) {
    const reason = bound.workbook.calculation.fullPrecision
      ? (family.delegated ?? refusal(family))
      : 'precision as displayed'
    if (reason === undefined) continue
    delegated.set(family, reason)
    if (!family.array?.spill) continue
    // The size of a spilled array is known only when it is computed.
    spills.push({ ...areaOfFamily(family), bottom: bound.workbook.grid.rows - 1, right: bound.workbook.grid.cols - 1 })
  }
  if (spills.length > 0) {
    for (const family of changing) {
      if (delegated.has(family)) continue
      const reads = family.areas.some(({ bounds }) => spills.some((spill) => intersects(spill, bounds)))
      if (reads) delegated.set(family, 'reads cells a dynamic array may grow into')
    }
  }
  const { steps, circular } = schedule(
    [...changing].filter((family) => !delegated.has(family)),
    index,
    isJoining,
    isCircular,
  )
  for (const family of circular) delegated.set(family, CIRCULAR)
  return { steps, delegated: [...delegated].map(([family, reason]) => ({ family, reason })) }
}
