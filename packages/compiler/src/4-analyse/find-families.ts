import type { Area } from '@sheetwright/runtime/values.ts'
import { placed } from '../2-parse/placed.ts'
import type { Coordinate } from '../2-parse/tree.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { Bound, BoundFormula } from '../3-bind/bound.ts'
import { boundingArea } from '../evaluate/range.ts'
import type { StaticPrecedents } from '../evaluate/static-precedents.ts'
import type { ArrayElements } from './array-elements.ts'
import { arrayFormula, runsDown, type Seen } from './column-runs.ts'
import { hasComputedCriteria } from './database-criteria.ts'
import type { Family, FamilyArea } from './family.ts'
import { evenArea, listedArea, SharedAreas } from './family-area.ts'
import { farAreas, farCalls } from './far-references.ts'
import { type TakenApart, takenApart } from './intersected-ranges.ts'
import { joinAcross, joinListed, joinSettled } from './join-runs.ts'
import { MissingAddIns } from './missing-add-ins.ts'
import type { CellPlace } from './place-index.ts'
import { precedentsApart, precedentsOf, reshapingCalls } from './precedents.ts'
import { type GivenCells, INSPECTING, type Knowledge, NO_KNOWLEDGE, type Resolve, type Run } from './run.ts'
import { skeletonOf } from './skeleton.ts'

/** Functions that read more of the workbook than the values of their argument cells. */
const EVALUATOR_ONLY: ReadonlySet<string> = new Set([...INSPECTING, 'INFO', 'GETPIVOTDATA'])

/** Functions whose results depend on how often the cell called them before. */
const RANDOM: readonly string[] = ['RAND', 'RANDBETWEEN', 'RANDARRAY']

/** Groups the formula cells of a workbook into families. */
export function findFamilies(
  bound: BoundWorkbook,
  given: GivenCells,
  knowledge: Knowledge = NO_KNOWLEDGE,
  elements?: ArrayElements,
): Family[] {
  const { resolve } = knowledge
  const families: Family[] = []
  const shared = new SharedAreas()
  const seen: Seen = { blocked: new Map(), addIns: new MissingAddIns(bound.workbook.format), elements }
  const identities = new Map<object, number>()
  bound.workbook.sheets.forEach((entry, sheet) => {
    const columns: Run[] = []
    for (const col of entry.cells.columnNumbers()) columns.push(...runsDown(bound, sheet, col, given, resolve, seen))
    const settled = joinSettled(joinSettled(columns, 'down', bound.workbook.grid), 'across', bound.workbook.grid)
    for (const run of joinListed(joinAcross(settled), identities, elements))
      families.push(familyOf(bound, sheet, run, families.length, given, shared, knowledge, elements))
  })
  return families
}

/** A formula outside any cell, seen from one: no other formula reads its result. */
export function looseFormula(
  bound: BoundWorkbook,
  formula: BoundFormula,
  { sheet, row, col }: CellPlace,
  id: number,
  given: GivenCells,
): Family {
  const run: Run = {
    row,
    col,
    count: 1,
    axis: 'down',
    formulas: [formula],
    array: undefined,
    delegated: undefined,
    isLoose: true,
  }
  return familyOf(bound, sheet, run, id, given, new SharedAreas(), NO_KNOWLEDGE, undefined)
}

function familyOf(
  bound: BoundWorkbook,
  sheet: number,
  run: Run,
  id: number,
  given: GivenCells,
  shared: SharedAreas,
  knowledge: Knowledge,
  elements: ArrayElements | undefined,
): Family {
  const { row, col, count, axis, array } = run
  const { grid } = bound.workbook
  const formula = run.formulas[0]
  const { override } = run
  const isRandom = RANDOM.some((name) => formula?.traits.functions.has(name))
  const isElement = formula !== undefined && elements?.has(formula) === true
  const base = {
    id,
    sheet,
    row,
    col,
    count,
    axis,
    array,
    override,
    isElement,
    isExact: array !== undefined || override !== undefined || isRandom,
  }
  if (!formula) {
    const cell = bound.workbook.sheets[sheet]?.cells.get(row, col)
    const range = cell?.kind === 'formula' && cell.formula.kind === 'dataTable' ? cell.formula.range : undefined
    const area = range
      ? { sheet, top: range.top - 1, left: range.left - 1, bottom: range.bottom, right: range.right }
      : { sheet, top: row, left: col, bottom: row, right: col }
    return {
      ...base,
      formula: NOTHING,
      tables: new Map(),
      areas: [listedArea([area])],
      isOpen: true,
      far: NOTHING_FAR,
      delegated: run.delegated,
    }
  }
  const homeAt = (i: number) =>
    array
      ? { sheet, row: array.row, col: array.col }
      : { sheet, row: axis === 'down' ? row + i : row, col: axis === 'across' ? col + i : col }
  const calls = reshapes(formula) ? reshapingCalls(formula.tree) : []
  const apart = new Map<Bound, TakenApart>()
  const precedentsAt = (i: number) => {
    if (isElement) return wholePrecedents(bound, homeAt(i), knowledge.resolve)
    const { tree } = run.formulas[i] ?? formula
    const reshaping = calls.length > 0 && tree !== formula.tree ? reshapingCalls(tree) : calls
    if (array || run.isLoose) return precedentsOf(tree, homeAt(i), grid, reshaping)
    let parts = apart.get(tree)
    if (!parts) apart.set(tree, (parts = takenApart(tree)))
    return precedentsApart(parts, homeAt(i), grid, reshaping)
  }
  const areasAt = (i: number): readonly Area[] => precedentsAt(i).areas
  const { areas: first, open } = precedentsAt(0)
  const far = open ? farOf(bound, formula, homeAt, count, shared, knowledge) : NOTHING_FAR
  const isListed = run.formulas.length > 1
  const named = isListed ? listed(first.length, count, areasAt) : even(first, areasAt(count - 1), count, areasAt)
  const evaluatorOnly = [...formula.traits.functions].find((name) => EVALUATOR_ONLY.has(name))
  const delegated =
    run.delegated ??
    (evaluatorOnly
      ? `calls ${evaluatorOnly}`
      : open && far.size === 0
        ? 'refers to cells it does not name'
        : hasComputedCriteria(bound, formula, homeAt(0), given)
          ? 'criteria that are formulas'
          : undefined)
  return {
    ...base,
    formula,
    tables: isListed ? tablesOf(run, grid.rows) : new Map(),
    areas: [...named, ...new Set([...far.values()].flatMap((areas) => shared.all(areas)))],
    isOpen: open,
    far,
    delegated,
  }
}

/** The precedents of the array formula that a cell belongs to. */
function wholePrecedents(bound: BoundWorkbook, { sheet, row, col }: CellPlace, resolve: Resolve): StaticPrecedents {
  const cell = bound.workbook.sheets[sheet]?.cells.get(row, col)
  if (cell?.kind !== 'formula' || cell.formula.kind !== 'array') return { areas: [], open: false }
  const { tree } = arrayFormula(bound, sheet, cell.formula, resolve)
  const { row: top, col: left } = cell.formula
  return precedentsOf(tree, { sheet, row: top, col: left }, bound.workbook.grid, reshapingCalls(tree))
}

const NOTHING_FAR: ReadonlyMap<Bound, readonly Area[]> = new Map()

/** In longer families the middle cells are assumed to reach no further than the first and the last. */
const MOST_LOOKED_AT = 64

/** The cells that far-reaching calls may refer to, over all cells of the family. */
function farOf(
  bound: BoundWorkbook,
  formula: BoundFormula,
  homeAt: (i: number) => CellPlace,
  count: number,
  shared: SharedAreas,
  knowledge: Knowledge,
): ReadonlyMap<Bound, readonly Area[]> {
  const isMeant = ({ sheet }: Area) => !knowledge.isAvoided(homeAt(0), sheet)
  const step = Math.max(1, Math.floor(count / MOST_LOOKED_AT))
  const homes = Array.from({ length: Math.ceil(count / step) }, (_, i) => homeAt(i * step))
  if (count > 1) homes.push(homeAt(count - 1))
  return new Map(
    farCalls(formula.tree).map((call) => {
      const areas: Area[] = []
      for (const home of homes) {
        const found = farAreas(bound, call, home, knowledge)
        if (found === 'everything') {
          const everything = shared.everything(bound.workbook)
          return [call, everything.every(isMeant) ? everything : everything.filter(isMeant)]
        }
        areas.push(...found)
      }
      return [call, merged(areas).filter(isMeant)]
    }),
  )
}

/** Merges areas of the same sheet into their bounding area. */
function merged(areas: readonly Area[]): Area[] {
  const sheets = new Map<number, Area>()
  for (const area of areas) {
    const known = sheets.get(area.sheet)
    sheets.set(area.sheet, known ? boundingArea(known, area) : area)
  }
  return [...sheets.values()]
}

const NOTHING: BoundFormula = {
  tree: { kind: 'missing' },
  traits: {
    functions: new Set(),
    mayDiffer: [],
    endless: [],
    uncomputable: [],
    external: [],
    isSubtotal: false,
    isVolatile: false,
  },
}

function even(
  first: readonly Area[],
  last: readonly Area[],
  count: number,
  at: (i: number) => readonly Area[],
): FamilyArea[] {
  const areas = first.map((area, k) => evenArea(area, last[k] ?? area, count))
  if (areas.every((area) => area !== undefined)) return areas
  return listed(first.length, count, at)
}

function listed(length: number, count: number, at: (i: number) => readonly Area[]): FamilyArea[] {
  const cells = Array.from({ length: count }, (_, i) => at(i))
  return Array.from({ length }, (_, k) => listedArea(cells.map((areas) => areas[k] as Area)))
}

function reshapes({ traits }: BoundFormula): boolean {
  return traits.functions.has('SUMIF') || traits.functions.has('AVERAGEIF')
}

function tablesOf(run: Run, rows: number): ReadonlyMap<Coordinate, Int32Array> {
  const lists = run.formulas.map(({ tree }) => skeletonOf(tree, 'down', new Map())?.coordinates ?? [])
  const tables = new Map<Coordinate, Int32Array>()
  const [first = []] = lists
  first.forEach((coordinate, k) => {
    const values = lists.map((list, i) => placed(list[k] as Coordinate, run.row + i, rows))
    const isEven = lists.every(
      (list) => list[k]?.relative === coordinate.relative && list[k]?.value === coordinate.value,
    )
    if (!isEven) tables.set(coordinate, Int32Array.from(values))
  })
  return tables
}
