import { errorSource } from '../engine/error-source.ts'
import type { CellPlace, EngineInterface } from '../engine/ports.ts'
import { roundAsDisplayed } from '../formats/as-displayed.ts'
import type { CallContext, FunctionDefinition } from '../functions/definition.ts'
import { EMPTY } from '../invoke.ts'
import { ExcelError, errors, type Area, Matrix, type Scalar, type Value } from '../values.ts'
import { cellLabel } from '../engine/cell-label.ts'
import { BeyondProgram } from './beyond-program.ts'
import { CellInHand } from './cell-in-hand.ts'
import { CellSpace, keep, type NumberStore, type SheetShape, SpaceGrid, valueOf } from './cell-space.ts'
import { Demand } from './demand.ts'
import { ExactMachine, matrixOf } from './exact-machine.ts'
import { type CellFunction, FamilyPlaces } from './family-places.ts'
import { FarCells } from './far-cells.ts'
import type { Layout } from './layout.ts'
import { FastConditions } from './fast-conditions.ts'
import type { Doubt } from './fast-values.ts'
import { CalculationEnded, DeadlinePassed, MemoryExceeded, StepsExceeded } from './steps.ts'
import { LambdaMachine } from './lambda-machine.ts'
import { LineIndex } from './table-index.ts'
import { TextReferences } from './text-references.ts'
import { errorOf, revived } from './written-values.ts'

/** The exports of a generated module. */
export interface ProgramModule {
  readonly hash: string
  readonly about: ProgramAbout
  readonly data: ProgramData
  readonly link: (host: object) => readonly (() => void)[]
  /**
   * The part of the workbook that the reference evaluator needs, if the program may call it; see the compiler's
   * `portable`.
   */
  readonly workbook?: unknown
}

export interface ProgramAbout {
  readonly compilerVersion: string
  readonly workbookHash: string
  readonly date1904: boolean
  readonly characterSet: 'windows' | 'mac'
  /** Programs of earlier versions of the product lack it. */
  readonly countsPairsAsOne?: boolean
  readonly sheetNames: readonly string[]
  /** Sheets whose formulas count text as 0. */
  readonly textIsZero: readonly boolean[]
  readonly sheets: readonly SheetShape[]
  readonly inputs: readonly ProgramPort[]
  readonly outputs: readonly ProgramPort[]
  /** Formulas outside any cell, such as limits of data validations. */
  readonly formulas: readonly FormulaAbout[]
  /** Cells that the reference evaluator computes. */
  readonly delegated: readonly (readonly [number, number, number])[]
  /** For each step, the outputs, then the formulas, that need it; undefined if all are assumed to need it. */
  readonly stepOutputs: readonly (readonly number[])[] | undefined
  /** The interface for running the program as an engine, if it was compiled as one. */
  readonly engine?: EngineInterface
}

/** A formula outside any cell: its text as written in `home`, computed as `place` sees it. */
export interface FormulaAbout {
  readonly name: string
  readonly isDelegated: boolean
  readonly text: string
  readonly home: CellPlace
  readonly place: CellPlace
}

/** A single cell that is an input or output. */
export interface ProgramPort {
  readonly name: string
  readonly sheet: number
  readonly row: number
  readonly col: number
  /** The saved value, for inputs that a caller omits; errors as a list of their code. */
  readonly default?: unknown
  /** The cell holds a formula, which applies if a caller omits the input. Such inputs come last. */
  readonly keepsFormula?: true
  /** The number format whose digits the cell keeps, in workbooks with "precision as displayed". */
  readonly keepsDigitsOf?: string
}

interface ProgramData extends Layout {
  /** Rows and columns of a sheet. */
  readonly grid: { readonly rows: number; readonly cols: number }
  /** Names that INDIRECT's text may use: name in lower case, sheet (-1 for the workbook), and its fixed cells. */
  readonly names: readonly (readonly [string, number, Area | null])[]
  readonly hasLabels: boolean
  /** Hidden rows and cells that are subtotals, if the program needs them. */
  readonly hiddenRows: readonly (readonly [number, number, 'manual' | 'filter'])[]
  readonly subtotals: readonly Area[]
  /** Sheet, row, column, count, across of each family of cells that is computed at run time. */
  readonly families: readonly (readonly [number, number, number, number, number])[]
  /** Cells whose error was computed at compile time (sheet, row, column), and the cell where it arose. */
  readonly errorSources: readonly (readonly [number, number, number, number, number, number])[]
  readonly tables: readonly {
    readonly kind: string
    readonly values: readonly unknown[]
    readonly rows?: number
    readonly cols?: number
  }[]
}

/** Computes the cells that a program leaves to the reference evaluator. */
export interface Delegate {
  /**
   * Called before each run that needs it with the inputs of that run, in the order of the program's inputs; undefined
   * means the file's content.
   */
  begin(inputs: readonly (Scalar | undefined)[], moment: { readonly now: number; readonly seed: number }): void
  value(sheet: number, row: number, col: number): Scalar
  /** The result of a formula outside any cell, as a single value and as all its values. */
  formulaValue(name: string): Scalar
  formulaValues(name: string): readonly Scalar[]
  /** The cell where a cell's error arose. */
  errorSource(place: CellPlace): CellPlace
}

export interface ProgramOptions {
  readonly functions: ReadonlyMap<string, FunctionDefinition>
  /** Serial number that NOW gives. */
  readonly now: () => number
  /** Seed of RAND and similar functions. */
  readonly seed: () => number
  readonly locale: string
  /** Step limit of one run. */
  readonly steps: number
  /** True once the run must end; called between steps. */
  readonly isPastDeadline?: () => boolean
  /** Memory limit of the program's cells, in bytes. */
  readonly memory?: number
  readonly delegate?: Delegate
}

type Store = NumberStore | { readonly values: Scalar[] }

/** The storage of an input, or of a cell of the reference evaluator: a slot, and lines that hold it too. */
interface CellTarget {
  readonly isNumber: boolean
  readonly slot: number
  readonly copies: readonly { readonly line: Store; readonly place: number }[]
}

/** A loaded program: runs any number of times, always in the same memory. */
export class Program {
  readonly about: ProgramAbout
  readonly hash: string
  private readonly options: ProgramOptions
  private readonly space: CellSpace
  private readonly steps: readonly (() => void)[]
  private readonly lines: readonly Store[]
  private readonly pool: NumberStore
  /** The numbers of all lines, concatenated. */
  private readonly arena: Float64Array
  private readonly values: Scalar[]
  private readonly cells: readonly CellTarget[]
  private readonly defaults: readonly Scalar[]
  /** Index of the first input that replaces a formula if given. */
  private readonly overrideStart: number
  private readonly keepsDigits: boolean
  private readonly readers: readonly (() => Scalar)[]
  private readonly subsets = new Map<string, readonly (() => void)[]>()
  /** Undefined until a run caches something, so that other runs allocate nothing. */
  private remembered: WeakMap<object, Map<string, object>> | undefined
  private readonly kept = new WeakMap<object, Map<string, object>>()
  private stepsLeft = 0
  private exact: ExactMachine | undefined
  private fast: FastConditions | undefined
  private readonly families: FamilyPlaces
  private readonly errorSources: ReadonlyMap<string, CellPlace>
  private readonly texts: TextReferences
  /** Formulas outside any cell, by name. */
  private readonly formulas = new Map<string, () => Value>()
  private inputs: readonly (Scalar | undefined)[] = []
  private hasDelegateBegun = false
  /** The current run went beyond the program: the reference evaluator answers. */
  private isBeyond = false
  /** An unexpected exception of a run: a bug of the generator, for which the evaluator steps in. */
  private thrown: Error | undefined

  constructor(module: ProgramModule, options: ProgramOptions) {
    const { data, about } = module
    this.about = about
    this.hash = module.hash
    this.options = options
    this.checkMemory(data)
    this.defaults = about.inputs.map((port) => revived(port.default ?? null))
    this.families = new FamilyPlaces(data.families)
    this.texts = new TextReferences(about.sheetNames, data, (areas) => (this.exact as ExactMachine).areas(areas))
    this.errorSources = new Map(
      data.errorSources.map(([sheet, row, col, ...source]) => [
        `${sheet}/${row}/${col}`,
        { sheet: source[0], row: source[1], col: source[2] },
      ]),
    )
    this.pool = { numbers: new Float64Array(data.numberSlots), others: new Map() }
    this.values = Array.from({ length: data.valueSlots }, (): Scalar => null)
    this.arena = new Float64Array(data.arenaLength).fill(Number.NaN)
    this.lines = linesOf(data.lines, this.arena)
    this.cells = data.cells.map(([kind, slot, copies]) => ({
      isNumber: kind === 0,
      slot,
      copies: copies.map(([line, place]) => ({ line: this.lines[line] as Store, place })),
    }))
    this.keepsDigits = about.inputs.some(({ keepsDigitsOf }) => keepsDigitsOf !== undefined)
    this.overrideStart = about.inputs.filter(({ keepsFormula }) => !keepsFormula).length
    this.space = new CellSpace(about.sheets, data.covered, data.constantAreas, {
      hiddenRows: new Map(data.hiddenRows.map(([sheet, row, hidden]) => [`${sheet}/${row}`, hidden])),
      subtotals: data.subtotals,
    })
    const constants = { values: data.constants.map(revived) }
    for (const [sheet, row, col, count, across, store, start] of data.places) {
      const target =
        store === -1 ? this.pool : store === -2 ? { values: this.values } : store === -3 ? constants : this.lines[store]
      if (target) this.space.place(sheet, row, col, count, across === 1, target, start)
    }
    this.space.ready()
    this.steps = module.link(this.host(data))
    this.readers = about.outputs.map(({ sheet, row, col }) => this.space.reader(sheet, row, col))
  }

  private checkMemory(data: ProgramData): void {
    const allowed = this.options.memory ?? Number.POSITIVE_INFINITY
    const cells = data.lines.reduce((sum, { length }) => sum + length, data.numberSlots + data.valueSlots)
    if (cells * 8 > allowed) throw new MemoryExceeded(cells * 8, allowed)
  }

  private host(data: ProgramData): object {
    const doubt: Doubt = { raised: false }
    const cell = new CellInHand(() => this.options.seed())
    const context = this.context(cell)
    this.fast = new FastConditions(doubt, context)
    this.exact = new ExactMachine(context, this.space)
    return {
      f: this.fast,
      x: this.exact,
      l: new LambdaMachine(this.exact, this.space),
      far: new FarCells(this.space, this.texts, doubt),
      d: doubt,
      at: (sheet: number, row: number, col: number) => cell.moveTo(sheet, row, col),
      know: (cells: readonly CellFunction[], formulas: readonly (() => Value)[]) => this.know(cells, formulas),
      charge: (steps: number) => this.charge(steps),
      EMPTY,
      pool: this.pool,
      N: this.pool.numbers,
      V: this.values,
      A: this.arena,
      lines: this.lines,
      keep,
      valueOf,
      put,
      copy: (places: Int32Array) => this.copy(places),
      demand: (places: Int32Array, cells: readonly ((line: number) => void)[]) =>
        new Demand(places, cells, this.space, cell, (place) => this.circular(place)),
      fn: (name: string) => this.options.functions.get(name),
      error: errorOf,
      table: (index: number) => tableOf(data.tables[index], doubt),
    }
  }

  /** Copies values between lines: source, index in it, target, index in it. */
  private copy(places: Int32Array): void {
    for (let i = 0; i < places.length; i += 4) {
      const source = this.lines[places[i] as number] as Store
      const index = places[i + 1] as number
      const value = 'numbers' in source ? valueOf(source, index) : (source.values[index] as Scalar)
      put(this.lines[places[i + 2] as number] as Store, places[i + 3] as number, value)
    }
  }

  /** A cell that depends on itself: only the evaluator knows whether its cycle is iterated. */
  private circular(place: CellPlace): Scalar {
    if (this.options.delegate) throw new BeyondProgram('Cells that need themselves may have to be iterated.')
    const cell = cellLabel(this.about.sheetNames, place)
    return new ExcelError('#NUM!', { cell, reason: 'circular reference' })
  }

  private know(cells: readonly CellFunction[], formulas: readonly (() => Value)[]): void {
    this.families.compute = cells
    const generated = this.about.formulas.filter(({ isDelegated }) => !isDelegated)
    generated.forEach(({ name }, i) => this.formulas.set(name, formulas[i] as () => Value))
  }

  private context(cell: CellInHand): CallContext {
    const { about } = this
    return {
      now: this.options.now,
      random: () => cell.random(),
      date1904: about.date1904,
      locale: this.options.locale,
      characterSet: about.characterSet,
      countsPairsAsOne: about.countsPairsAsOne ?? false,
      charge: (steps) => this.charge(steps),
      cell,
      get textIsZero() {
        return about.textIsZero[cell.sheet] ?? false
      },
      workbook: {
        sheetNames: about.sheetNames,
        reference: (areas) => (this.exact as ExactMachine).areas(areas),
        resolveText: (text, style, home) => this.texts.resolve(text, style, home),
        formulaText: () => undefined,
        valueFurtherDown: () => undefined,
        look: () => ({ numberFormat: 'General', locked: true, horizontal: undefined }),
        fact: () => errors.value,
        columnWidth: () => 8.43,
      },
      remember: (grid, purpose, build) => this.remember(grid, purpose, build),
    }
  }

  /** Results derived from constants are cached for good, others until the run ends. */
  private remember<T extends object>(grid: object, purpose: string, build: () => T): T {
    const isConstant = grid instanceof SpaceGrid && this.space.isConstant(grid.area)
    const map = isConstant ? this.kept : (this.remembered ??= new WeakMap())
    let entries = map.get(grid)
    if (!entries) map.set(grid, (entries = new Map()))
    let entry = entries.get(purpose)
    if (entry === undefined) entries.set(purpose, (entry = build()))
    return entry as T
  }

  private charge(steps: number): void {
    this.stepsLeft -= steps
    if (this.stepsLeft < 0) throw new StepsExceeded(this.options.steps)
  }

  /**
   * Computes with these inputs, in the order of `about.inputs`; undefined takes the saved value. With `outputs` only
   * the steps that those (by index in `about.outputs`) need are run.
   */
  run(inputs: readonly (Scalar | undefined)[], outputs?: readonly number[]): void {
    const { about, options } = this
    this.inputs = inputs
    this.hasDelegateBegun = false
    this.isBeyond = false
    this.stepsLeft = options.steps
    this.remembered = undefined
    this.exact?.begin()
    this.fast?.begin()
    for (let i = 0; i < about.inputs.length; i++) {
      const value = this.keepsDigits ? this.shortened(i, inputs[i]) : inputs[i]
      if (i >= this.overrideStart) this.exact?.override(i, value)
      else this.set(i, value === undefined ? (this.defaults[i] as Scalar) : value)
    }
    if (about.delegated.length > 0) this.fetchDelegated()
    const steps = outputs ? this.stepsFor(outputs) : this.steps
    const { isPastDeadline } = options
    try {
      for (let i = 0; i < steps.length; i++) {
        if (isPastDeadline?.()) throw new DeadlinePassed()
        ;(steps[i] as () => void)()
      }
    } catch (reason) {
      this.leave(reason)
    }
  }

  private shortened(index: number, value: Scalar | undefined): Scalar | undefined {
    const format = this.about.inputs[index]?.keepsDigitsOf
    return format === undefined || typeof value !== 'number' ? value : roundAsDisplayed(value, format)
  }

  /** The unexpected failure of a run since the program was loaded, if there was one. */
  get failure(): Error | undefined {
    return this.thrown
  }

  /** Lets the reference evaluator answer instead, unless a limit ended the run. */
  private leave(reason: unknown): void {
    if (!this.options.delegate || !(reason instanceof Error) || reason instanceof CalculationEnded) throw reason
    if (!(reason instanceof BeyondProgram)) this.thrown = reason
    this.isBeyond = true
  }

  private set(index: number, value: Scalar): void {
    const { isNumber, slot, copies } = this.cells[index] as CellTarget
    if (!isNumber) this.values[slot] = value
    else if (typeof value === 'number') this.pool.numbers[slot] = value
    else keep(this.pool, slot, value)
    for (let i = 0; i < copies.length; i++) {
      const { line, place } = copies[i] as CellTarget['copies'][number]
      put(line, place, value)
    }
  }

  private fetchDelegated(): void {
    const delegate = this.delegate()
    this.about.delegated.forEach(([sheet, row, col], i) => {
      this.set(this.overrideStart + i, delegate.value(sheet, row, col))
    })
  }

  /** The reference evaluator with the inputs of this run. */
  private delegate(): Delegate {
    const { delegate, now, seed } = this.options
    if (!delegate) throw new Error('This program needs the reference evaluator for some of its cells.')
    if (!this.hasDelegateBegun) delegate.begin(this.inputs, { now: now(), seed: seed() })
    this.hasDelegateBegun = true
    return delegate
  }

  private stepsFor(outputs: readonly number[]): readonly (() => void)[] {
    const { stepOutputs } = this.about
    if (!stepOutputs) return this.steps
    const key = outputs.join(',')
    let steps = this.subsets.get(key)
    if (!steps) {
      const wanted = new Set(outputs)
      steps = this.steps.filter((_, i) => stepOutputs[i]?.some((output) => wanted.has(output)))
      this.subsets.set(key, steps)
    }
    return steps
  }

  /** The value of an output after a run. */
  output(index: number): Scalar {
    if (this.isBeyond) {
      const { sheet, row, col } = this.about.outputs[index] as ProgramPort
      return this.delegate().value(sheet, row, col)
    }
    return (this.readers[index] as () => Scalar)()
  }

  /** After a run, the result of a formula outside any cell as a single value. */
  formulaValue(name: string): Scalar {
    return this.ofFormula(
      name,
      (value) => (this.exact as ExactMachine).shown(value),
      (delegate) => delegate.formulaValue(name),
    )
  }

  /** After a run, all values of a formula outside any cell. */
  formulaValues(name: string): readonly Scalar[] {
    return this.ofFormula(
      name,
      (value) => matrixOf(value).data,
      (delegate) => delegate.formulaValues(name),
    )
  }

  private ofFormula<T>(name: string, read: (value: Value) => T, ask: (delegate: Delegate) => T): T {
    const compute = this.formulas.get(name)
    if (!compute || this.isBeyond) return ask(this.delegate())
    try {
      return read(compute())
    } catch (reason) {
      this.leave(reason)
      return ask(this.delegate())
    }
  }

  /** After a run, the cell where an output's error arose. */
  errorSource(place: CellPlace): CellPlace {
    if (this.isBeyond) return this.delegate().errorSource(place)
    const { space, exact } = this
    const error = space.read(place.sheet, place.row, place.col)
    if (!(error instanceof ExcelError) || !exact) return place
    const delegated = new Set(this.about.delegated.map((cell) => cell.join('/')))
    const source = errorSource(
      {
        precedents: ({ sheet, row, col }) => {
          const compute = this.families.at(sheet, row, col)
          return compute ? exact.recorded(() => compute(row, col)) : []
        },
        grid: (area) => space.grid(area),
      },
      error,
      place,
    )
    const key = `${source.sheet}/${source.row}/${source.col}`
    return delegated.has(key) ? this.delegate().errorSource(source) : (this.errorSources.get(key) ?? source)
  }
}

function linesOf(lines: ProgramData['lines'], arena: Float64Array): Store[] {
  let offset = 0
  return lines.map((line) => {
    const numbers = arena.subarray(offset, line.kind === 'values' ? offset : offset + line.length)
    offset += numbers.length
    return lineOf(line, numbers)
  })
}

function lineOf({ kind, length, constants }: ProgramData['lines'][number], numbers: Float64Array): Store {
  if (kind === 'values') {
    const values = Array.from({ length }, (): Scalar => null)
    for (const [first, run] of constants) run.forEach((value, i) => (values[first + i] = revived(value)))
    return { values }
  }
  const store: NumberStore = { numbers, others: new Map() }
  for (const [first, run] of constants) run.forEach((value, i) => keep(store, first + i, revived(value)))
  if (kind === 'numbers') return store
  return { ...store, values: Array.from({ length }, (_, i) => valueOf(store, i)) }
}

function put(store: Store, index: number, value: Scalar): void {
  if ('numbers' in store) keep(store, index, value)
  else store.values[index] = value
}

function tableOf(table: ProgramData['tables'][number] | undefined, doubt: Doubt): unknown {
  if (!table) return undefined
  switch (table.kind) {
    case 'numbers':
      return Float64Array.from(table.values as number[])
    case 'integers':
      return Int32Array.from(table.values as number[])
    case 'values':
      return table.values.map(revived)
    case 'index':
      return new LineIndex(table.values.map(revived), doubt)
    case 'lists':
      return (table.values as number[][]).map((list) => Int32Array.from(list))
    default:
      return new Matrix(table.rows ?? 0, table.cols ?? 0, table.values.map(revived))
  }
}
