import { type Area, ExcelError } from '@sheetwright/runtime/values.ts'
import { placed } from '../2-parse/print.ts'
import type { Coordinate } from '../2-parse/tree.ts'
import { ADD_IN_FUNCTIONS } from '../3-bind/add-in-functions.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { Bound, BoundFormula } from '../3-bind/bound.ts'
import { ARRAY, type Mode, SINGLE } from '../evaluate/formula-machine.ts'
import { boundingArea } from '../evaluate/range.ts'
import type { StaticPrecedents } from '../evaluate/static-precedents.ts'
import type { ArrayFormula, DynamicFormula, Formula, FormulaCell } from '../model/cell.ts'
import type { ArrayElements } from './array-elements.ts'
import type { ArrayMember, Axis, Family, FamilyArea } from './family.ts'
import { evenArea, listedArea, SharedAreas } from './family-area.ts'
import { farAreas, farCalls } from './far-references.ts'
import { type TakenApart, takenApart } from './intersected-ranges.ts'
import { MissingAddIns } from './missing-add-ins.ts'
import { precedentsApart, precedentsOf, reshapingCalls } from './precedents.ts'
import type { CellPlace } from './place-index.ts'
import { hasComputedCriteria } from './database-criteria.ts'
import { type Skeleton, skeletonOf } from './skeleton.ts'

/** Functions that look at more of the workbook than the values of the cells their arguments name. */
const EVALUATOR_ONLY: ReadonlySet<string> = new Set(['CELL', 'INFO', 'FORMULATEXT', 'ISFORMULA', 'GETPIVOTDATA'])

/** Functions whose results depend on how often the cell has called them before. */
const RANDOM: readonly string[] = ['RAND', 'RANDBETWEEN', 'RANDARRAY']

/** Single cells of the same shape are joined from this many on. */
const FEWEST_LISTED = 4

interface Run {
  readonly row: number
  readonly col: number
  readonly count: number
  readonly axis: Axis
  readonly formulas: readonly BoundFormula[]
  readonly array: ArrayMember | undefined
  readonly override?: number | undefined
  /** Stands in no cell and gives whatever it gives, arrays too. */
  readonly isLoose?: true
  readonly delegated: string | undefined
}

/** Cells that take values from outside. */
export interface GivenCells {
  /** Does it hold no formula as far as the program goes? */
  isInput(sheet: number, row: number, col: number): boolean
  /** The input that may take the place of the formula in this cell. */
  override(sheet: number, row: number, col: number): number | undefined
}

/** A formula with what is known about it beyond its text; undefined where nothing is. */
export type Resolve = (formula: BoundFormula, place: CellPlace, mode: Mode) => BoundFormula | undefined

/** What has been worked out on the way. */
interface Seen {
  /** Is something in the way of a dynamic array? */
  readonly blocked: Map<DynamicFormula, boolean>
  readonly addIns: MissingAddIns
  readonly elements: ArrayElements | undefined
}

/** Groups the formula cells of a workbook into families. */
export function findFamilies(
  bound: BoundWorkbook,
  given: GivenCells,
  resolve: Resolve = () => undefined,
  elements?: ArrayElements,
): Family[] {
  const families: Family[] = []
  const shared = new SharedAreas()
  const seen: Seen = { blocked: new Map(), addIns: new MissingAddIns(), elements }
  const identities = new Map<object, number>()
  const known = elements && { has: (formula: BoundFormula) => elements.has(formula), resolve }
  bound.workbook.sheets.forEach((entry, sheet) => {
    const columns: Run[] = []
    for (const col of entry.cells.columnNumbers()) columns.push(...runsDown(bound, sheet, col, given, resolve, seen))
    for (const run of joinListed(joinAcross(columns), identities, elements))
      families.push(familyOf(bound, sheet, run, families.length, given, shared, known))
  })
  return families
}

function runsDown(
  bound: BoundWorkbook,
  sheet: number,
  col: number,
  given: GivenCells,
  resolve: Resolve,
  seen: Seen,
): Run[] {
  const column = bound.workbook.sheets[sheet]?.cells.column(col)
  const runs: Run[] = []
  if (!column) return runs
  let open: { row: number; count: number; formula: BoundFormula } | undefined
  const close = () => {
    if (!open) return
    const { row, count, formula } = open
    runs.push({ row, col, count, axis: 'down', formulas: [formula], array: undefined, delegated: undefined })
    open = undefined
  }
  column.cells.forEach((cell, i) => {
    const row = column.rows[i] as number
    if (cell.kind !== 'formula' || given.isInput(sheet, row, col)) return
    const element = elementFormula(bound, sheet, row, col, cell, given, resolve, seen)
    const special = element ? undefined : specialRun(bound, sheet, row, col, cell, given, resolve, seen)
    if (special) {
      close()
      const last = runs.at(-1)
      if (last && continues(last, special)) runs[runs.length - 1] = { ...last, count: last.count + 1 }
      else runs.push(special)
      return
    }
    const formula = element ?? plainFormula(bound, sheet, row, col, cell, resolve)
    if (open && open.formula === formula && open.row + open.count === row) open.count++
    else {
      close()
      open = { row, count: 1, formula }
    }
  })
  close()
  return runs
}

function plainFormula(
  bound: BoundWorkbook,
  sheet: number,
  row: number,
  col: number,
  { formula }: FormulaCell,
  resolve: Resolve,
): BoundFormula {
  const written = bound.formula(formula as Exclude<Formula, { kind: 'dataTable' }>, sheet, row, col)
  return resolve(written, { sheet, row, col }, SINGLE) ?? written
}

/** What a cell of an array formula computes by itself, where that is the same for all of them. */
function elementFormula(
  bound: BoundWorkbook,
  sheet: number,
  row: number,
  col: number,
  { formula }: FormulaCell,
  given: GivenCells,
  resolve: Resolve,
  { elements }: Seen,
): BoundFormula | undefined {
  if (!elements || formula.kind !== 'array' || given.override(sheet, row, col) !== undefined) return undefined
  const whole = arrayFormula(bound, sheet, formula, resolve)
  const { traits } = whole
  if (traits.uncomputable.length > 0 || traits.external.length > 0 || bound.workbook.format === 'xls') return undefined
  return elements.formula(formula, whole)
}

function arrayFormula(
  bound: BoundWorkbook,
  sheet: number,
  formula: ArrayFormula | DynamicFormula,
  resolve: Resolve,
): BoundFormula {
  const { row, col } = formula
  const written = bound.formula(formula, sheet, row, col)
  return resolve(written, { sheet, row, col }, ARRAY) ?? written
}

/** Array formulas, data tables, and cells whose saved value matters to their result. */
function specialRun(
  bound: BoundWorkbook,
  sheet: number,
  row: number,
  col: number,
  cell: FormulaCell,
  given: GivenCells,
  resolve: Resolve,
  seen: Seen,
): Run | undefined {
  const { formula } = cell
  const override = given.override(sheet, row, col)
  const base = { row, col, count: 1, axis: 'down' as const, override }
  if (formula.kind === 'dataTable') {
    return { ...base, formulas: [], array: undefined, delegated: 'data table' }
  }
  const boundFormula = bound.formula(formula, sheet, row, col)
  const { traits } = boundFormula
  const addIn =
    bound.workbook.format === 'xls' &&
    cell.saved instanceof ExcelError &&
    cell.saved.code === '#NAME?' &&
    [...traits.functions].some((name) => ADD_IN_FUNCTIONS.has(name))
  if (formula.kind === 'normal') {
    const dependsOnSaved = traits.uncomputable.length > 0 || traits.external.length > 0
    const without = addIn && !dependsOnSaved ? seen.addIns.without(boundFormula) : undefined
    if (without) return { ...base, formulas: [without], array: undefined, delegated: undefined }
    if (!dependsOnSaved && !addIn && override === undefined) return undefined
    const delegated = traits.uncomputable[0]
      ? `cannot be computed: ${traits.uncomputable[0].cause}`
      : addIn
        ? 'add-in function of an old file'
        : dependsOnSaved
          ? 'reads another workbook'
          : undefined
    const settled = delegated === undefined ? resolve(boundFormula, { sheet, row, col }, SINGLE) : undefined
    return { ...base, formulas: [settled ?? boundFormula], array: undefined, delegated }
  }
  const { range } = formula
  const isSingle = range.top === range.bottom && range.left === range.right
  const isDynamic = formula.kind === 'dynamic'
  const spill = isDynamic ? { rows: range.bottom - range.top + 1, cols: range.right - range.left + 1 } : undefined
  const array = { formula, row: formula.row, col: formula.col, isSingle, spill }
  let isInTheWay = isDynamic && seen.blocked.get(formula)
  if (isDynamic && isInTheWay === undefined) {
    isInTheWay = isBlocked(bound, formula, sheet, given)
    seen.blocked.set(formula, isInTheWay)
  }
  const delegated = addIn
    ? 'add-in function of an old file'
    : isInTheWay
      ? 'something in the way of a dynamic array'
      : override === undefined
        ? undefined
        : 'an input inside an array'
  const settled = delegated === undefined ? arrayFormula(bound, sheet, formula, resolve) : boundFormula
  return { ...base, formulas: [settled], array, delegated }
}

/** Is it the next cell down of the same array formula? */
function continues(last: Run, next: Run): boolean {
  return (
    next.array !== undefined &&
    last.array?.formula === next.array.formula &&
    last.row + last.count === next.row &&
    last.delegated === next.delegated &&
    last.override === undefined &&
    next.override === undefined
  )
}

/** Does anything but the array's own cells stand, or may be put, where it reached when the file was saved? */
function isBlocked(bound: BoundWorkbook, formula: DynamicFormula, sheet: number, given: GivenCells): boolean {
  const { range } = formula
  const entry = bound.workbook.sheets[sheet]
  const isMerged = entry?.merges.some(
    (merge) =>
      merge.top <= range.bottom && merge.bottom >= range.top && merge.left <= range.right && merge.right >= range.left,
  )
  if (isMerged) return true
  for (let row = range.top; row <= range.bottom; row++) {
    for (let col = range.left; col <= range.right; col++) {
      const cell = entry?.cells.get(row, col)
      if (cell?.kind === 'formula' && cell.formula === formula) continue
      if (given.isInput(sheet, row, col)) return true
      if (cell && (cell.kind === 'formula' || cell.value !== null)) return true
    }
  }
  return false
}

/** Single cells beside each other with the same formula become one family along the row. */
function joinAcross(runs: readonly Run[]): Run[] {
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

export function isFarReaching(formula: BoundFormula): boolean {
  return formula !== undefined && (formula.traits.functions.has('OFFSET') || formula.traits.functions.has('INDIRECT'))
}

function isPlainRun({ array, override, delegated }: Run): boolean {
  return !array && override === undefined && delegated === undefined
}

/** Single cells below each other whose formulas differ only in the rows they refer to become one family with listed rows. */
function joinListed(runs: readonly Run[], identities: Map<object, number>, elements: ArrayElements | undefined): Run[] {
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

/** A formula that stands in no cell, seen from one: it computes nothing that others read. */
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
  return familyOf(bound, sheet, run, id, given, new SharedAreas())
}

function familyOf(
  bound: BoundWorkbook,
  sheet: number,
  run: Run,
  id: number,
  given: GivenCells,
  shared: SharedAreas,
  /** For the cells of array formulas that are computed one by one. */
  elements?: { readonly has: (formula: BoundFormula) => boolean; readonly resolve: Resolve },
): Family {
  const { row, col, count, axis, array } = run
  const { grid } = bound.workbook
  const formula = run.formulas[0]
  const { override } = run
  const isRandom = RANDOM.some((name) => formula?.traits.functions.has(name))
  const isOpen = formula !== undefined && isFarReaching(formula)
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
    isExact: array !== undefined || override !== undefined || isRandom || isOpen,
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
    if (isElement && elements) return wholePrecedents(bound, homeAt(i), elements.resolve)
    const { tree } = run.formulas[i] ?? formula
    const reshaping = calls.length > 0 && tree !== formula.tree ? reshapingCalls(tree) : calls
    if (array || run.isLoose) return precedentsOf(tree, homeAt(i), grid, reshaping)
    let parts = apart.get(tree)
    if (!parts) apart.set(tree, (parts = takenApart(tree)))
    return precedentsApart(parts, homeAt(i), grid, reshaping)
  }
  const areasAt = (i: number): readonly Area[] => precedentsAt(i).areas
  const { areas: first, open } = precedentsAt(0)
  const far = open ? farOf(bound, formula, homeAt, count, shared) : NOTHING_FAR
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

/** What the array formula reads that a cell belongs to. */
function wholePrecedents(bound: BoundWorkbook, { sheet, row, col }: CellPlace, resolve: Resolve): StaticPrecedents {
  const cell = bound.workbook.sheets[sheet]?.cells.get(row, col)
  if (cell?.kind !== 'formula' || cell.formula.kind !== 'array') return { areas: [], open: false }
  const { tree } = arrayFormula(bound, sheet, cell.formula, resolve)
  const { row: top, col: left } = cell.formula
  return precedentsOf(tree, { sheet, row: top, col: left }, bound.workbook.grid, reshapingCalls(tree))
}

const NOTHING_FAR: ReadonlyMap<Bound, readonly Area[]> = new Map()

/** Cells of a family beyond which the middle ones are taken to reach no further than the first and the last. */
const MOST_LOOKED_AT = 64

/** The cells that far-reaching calls may mean, all cells of the family together. */
function farOf(
  bound: BoundWorkbook,
  formula: BoundFormula,
  homeAt: (i: number) => CellPlace,
  count: number,
  shared: SharedAreas,
): ReadonlyMap<Bound, readonly Area[]> {
  const step = Math.max(1, Math.floor(count / MOST_LOOKED_AT))
  const homes = Array.from({ length: Math.ceil(count / step) }, (_, i) => homeAt(i * step))
  if (count > 1) homes.push(homeAt(count - 1))
  return new Map(
    farCalls(formula.tree).map((call) => {
      const areas: Area[] = []
      for (const home of homes) {
        const found = farAreas(bound, call, home)
        if (found === 'everything') return [call, shared.everything(bound.workbook)]
        areas.push(...found)
      }
      return [call, merged(areas)]
    }),
  )
}

/** Areas of the same sheet as one around them. */
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
  traits: { functions: new Set(), mayDiffer: [], uncomputable: [], external: [], isSubtotal: false, isVolatile: false },
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
