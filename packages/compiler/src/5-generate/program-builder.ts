import type { FunctionDefinition } from '@sheetwright/runtime/functions/definition.ts'
import type { Conversion } from '@sheetwright/runtime/coerce.ts'
import { written } from '@sheetwright/runtime/program/written-values.ts'
import type { Matrix } from '@sheetwright/runtime/values.ts'
import { type Area, ExcelError, type Scalar, type Uncomputable } from '@sheetwright/runtime/values.ts'
import type { Bound, BoundName } from '../3-bind/bound.ts'
import type { Analysis } from '../4-analyse/analyse.ts'
import { type CellPlace, PlaceIndex } from '../4-analyse/place-index.ts'
import type { Family } from '../4-analyse/family.ts'
import { cellName } from '../model/address.ts'
import type { Workbook } from '../model/workbook.ts'
import { Code, js } from './code.ts'
import { ExactWriter } from './exact.ts'
import type { Frame, Statement } from './frame.ts'
import type { Optimisations } from './optimisations.ts'
import type { Line, Storage } from './storage.ts'

/** A table that is part of the program's data. */
type TableData =
  | { readonly kind: 'numbers' | 'integers'; readonly values: readonly number[] }
  | { readonly kind: 'values' | 'index'; readonly values: readonly unknown[] }
  | { readonly kind: 'lists'; readonly values: readonly (readonly number[])[] }
  | { readonly kind: 'matrix'; readonly rows: number; readonly cols: number; readonly values: readonly unknown[] }

/** Cells of a constant range grouped by value. */
export interface Groups {
  readonly distinct: readonly Scalar[]
  /** The index of the distinct value at each position. */
  readonly codes: Int32Array
  readonly places: readonly (readonly number[])[]
}

/** What a loop over elements does besides computing them. */
export interface LoopParts {
  readonly start: Code
  readonly step: Code
  readonly result: Code
}

/** Collects what a program needs besides its steps, while the steps are written. */
export class ProgramBuilder {
  readonly workbook: Workbook
  readonly options: Optimisations
  readonly conversion: Conversion
  readonly tables: TableData[] = []
  /** Definitions before the steps: functions, tables, exact formulas. */
  readonly definitions: Statement[] = []
  private readonly functions = new Map<FunctionDefinition, Code>()
  private readonly errors = new Map<string, Code>()
  private readonly tableNames = new Map<string, Code>()
  private readonly byObject = new Map<object, Code>()
  private readonly groups = new Map<string, Groups>()
  private readonly lambdas = new Map<BoundName, Code>()
  private readonly exactNames = new Map<Family, Code>()
  private readonly texts = new Map<Family, readonly string[]>()
  private readonly gathered = new Map<Family, Map<Bound, number>>()
  private parts = 0
  private count = 0
  private plan:
    | {
        analysis: Analysis
        storage: Storage
        given: PlaceIndex
        delegated: ReadonlySet<Family>
        demanded: ReadonlySet<Family>
      }
    | undefined

  constructor(workbook: Workbook, options: Optimisations, conversion: Conversion) {
    this.workbook = workbook
    this.options = options
    this.conversion = conversion
  }

  /** Called once every formula was analysed. */
  planned(analysis: Analysis, storage: Storage, given: readonly CellPlace[]): void {
    this.plan = {
      analysis,
      storage,
      given: new PlaceIndex(given),
      delegated: new Set(analysis.delegated.map(({ family }) => family)),
      demanded: new Set(analysis.steps.flatMap((step) => (step.kind === 'demand' ? step.families : []))),
    }
  }

  private get known() {
    if (!this.plan) throw new Error('The program has no plan yet.')
    return this.plan
  }

  get analysis(): Analysis {
    return this.known.analysis
  }

  get storage(): Storage {
    return this.known.storage
  }

  /** Inputs, and cells computed by the evaluator. */
  get given(): PlaceIndex {
    return this.known.given
  }

  get grid(): { readonly rows: number; readonly cols: number } {
    return this.workbook.grid
  }

  readonly counter = (): number => ++this.count

  /** A loop accumulates the result of this call, part of a single cell's formula, in a slot. */
  gather(family: Family, node: Bound, slot: number): void {
    const slots = this.gathered.get(family) ?? new Map<Bound, number>()
    this.gathered.set(family, slots.set(node, slot))
  }

  /** Remembers which texts a cell can hold. */
  knowTexts(family: Family, texts: readonly string[] | undefined): void {
    if (texts) this.texts.set(family, texts)
  }

  /** The texts that a cell computed before can hold, if they are known. */
  textsOf(family: Family): readonly string[] | undefined {
    return this.texts.get(family)
  }

  gatheredIn(family: Family, node: Bound): number | undefined {
    return this.gathered.get(family)?.get(node)
  }

  isDelegated(family: Family): boolean {
    return this.known.delegated.has(family)
  }

  /** Is the exact way the only one for this family? */
  isExact(family: Family): boolean {
    return family.isExact || this.known.demanded.has(family)
  }

  label(sheet: number, row: number, col: number): string {
    return `${this.workbook.sheets[sheet]?.name ?? ''}!${cellName(row, col)}`
  }

  cellName(family: Family): Code {
    return this.inputName(family.sheet, family.row, family.col)
  }

  inputName(sheet: number, row: number, col: number): Code {
    return Code.name((this.workbook.sheets[sheet]?.name ?? '').slice(0, 24), cellName(row, col))
  }

  functionName(definition: FunctionDefinition): Code {
    let name = this.functions.get(definition)
    if (!name) {
      name = Code.name('fn', definition.name)
      this.functions.set(definition, name)
      this.definitions.push({ code: js`const ${name} = host.fn(${definition.name})`, cell: undefined })
    }
    return name
  }

  error(code: string, uncomputable?: Uncomputable): Code {
    const key = uncomputable ? `${code} ${uncomputable.cell} ${uncomputable.reason}` : code
    let name = this.errors.get(key)
    if (!name) {
      name = Code.name('error', this.errors.size)
      this.errors.set(key, name)
      const why = uncomputable ? js`, ${uncomputable.cell}, ${uncomputable.reason}` : js``
      this.definitions.push({ code: js`const ${name} = host.error(${code}${why})`, cell: undefined })
    }
    return name
  }

  private data(table: TableData): Code {
    const key = JSON.stringify(table)
    let name = this.tableNames.get(key)
    if (!name) {
      name = Code.name('T', this.tables.length)
      this.definitions.push({ code: js`const ${name} = host.table(${this.tables.length})`, cell: undefined })
      this.tables.push(table)
      this.tableNames.set(key, name)
    }
    return name
  }

  private once(object: object, make: () => Code): Code {
    let name = this.byObject.get(object)
    if (!name) this.byObject.set(object, (name = make()))
    return name
  }

  /** Areas as five numbers each: sheet, top, left, bottom, right. */
  areas(areas: readonly Area[]): Code {
    const numbers = areas.flatMap(({ sheet, top, left, bottom, right }) => [sheet, top, left, bottom, right])
    return this.data({ kind: 'integers', values: numbers })
  }

  table(values: Int32Array): Code {
    return this.once(values, () => this.data({ kind: 'integers', values: [...values] }))
  }

  matrix(matrix: Matrix): Code {
    return this.once(matrix, () =>
      this.data({ kind: 'matrix', rows: matrix.rows, cols: matrix.cols, values: matrix.data.map(written) }),
    )
  }

  numbers(values: readonly number[]): Code {
    return this.data({ kind: 'numbers', values })
  }

  values(values: readonly Scalar[]): Code {
    return this.data({ kind: 'values', values: values.map(written) })
  }

  lineIndex(values: readonly Scalar[]): Code {
    return this.data({ kind: 'index', values: values.map(written) })
  }

  placeLists(lists: readonly Int32Array[]): Code {
    return this.data({ kind: 'lists', values: lists.map((list) => [...list]) })
  }

  groupsOf(area: Area): Groups {
    const key = `${area.sheet}/${area.top}/${area.left}/${area.bottom}/${area.right}`
    let groups = this.groups.get(key)
    if (!groups) this.groups.set(key, (groups = grouped(area, this.analysis)))
    return groups
  }

  store(line: Line): Code {
    return line.name
  }

  /** The function that computes a cell of a family exactly. */
  exact(family: Family): Code {
    let name = this.exactNames.get(family)
    if (!name) {
      const body = new ExactWriter(this, family).formula()
      name = Code.name('exact', ++this.parts)
      this.exactNames.set(family, name)
      this.define(js`const ${name} = (row, col) => (at(${family.sheet}, row, col), ${body})`, family)
    }
    return name
  }

  /** A function that computes a formula outside any cell. */
  loose(family: Family): Code {
    const body = new ExactWriter(this, family).node(family.formula.tree, 'array')
    const name = Code.name('loose', ++this.parts)
    this.define(js`const ${name} = () => (at(${family.sheet}, ${family.row}, ${family.col}), ${body})`, family)
    return name
  }

  /** The function that gives the result of an array formula, computed once per run for all its cells. */
  region(formula: object, sheet: number, home: { row: number; col: number }, body: () => Code): Code {
    return this.once(formula, () => {
      const name = Code.name('region', ++this.parts)
      const cell = this.label(sheet, home.row, home.col)
      const code = js`const ${name} = x.region(() => (at(${sheet}, ${home.row}, ${home.col}), ${body()}))`
      this.definitions.push({ code, cell })
      return name
    })
  }

  /** A call that computes part of a family's formula exactly. */
  exactPart(family: Family, node: Bound, frame: Frame): Code {
    const body = new ExactWriter(this, family).operand(node, 'single')
    const name = Code.name('part', ++this.parts)
    this.define(js`const ${name} = (row, col) => (at(${family.sheet}, row, col), f.resultScalar(${body}))`, family)
    const { row, col } = homeOf(family, frame)
    return js`${name}(${row}, ${col})`
  }

  private define(code: Code, family: Family): void {
    this.definitions.push({ code, cell: this.label(family.sheet, family.row, family.col) })
  }

  /** A value made once, when the program is loaded. */
  defined(code: Code): Code {
    let name = this.tableNames.get(code.text)
    if (!name) {
      name = Code.name('C', this.tableNames.size)
      this.tableNames.set(code.text, name)
      this.definitions.push({ code: js`const ${name} = ${code}`, cell: undefined })
    }
    return name
  }

  /** The same under a descriptive, unique name. */
  constant(word: string, code: Code): Code {
    const name = Code.name(word, ++this.parts)
    this.definitions.push({ code: js`const ${name} = ${code}`, cell: undefined })
    return name
  }

  /**
   * The function that computes the LAMBDA of a name. While it is written, other code and its own body may already call
   * it. If it cannot be written, everything begun in the meantime is discarded.
   */
  sharedLambda(name: BoundName, write: (own: Code) => Code): Code {
    const known = this.lambdas.get(name)
    if (known) return known
    const before = [...this.lambdas]
    const code = Code.name('lambda', ++this.parts)
    this.lambdas.set(name, code)
    try {
      this.definitions.push({ code: write(code), cell: undefined })
    } catch (reason) {
      this.lambdas.clear()
      for (const [one, its] of before) this.lambdas.set(one, its)
      throw reason
    }
    return code
  }

  /** A function that sums up what a frame computes for each element. */
  sumLoop(frame: Frame, length: number): Code {
    const name = Code.name('sum', ++this.parts)
    const lines = [...frame.opening(), { code: js`let sum = 0`, cell: undefined }]
    const inside = frame.body.map(({ code }) => code)
    const opening = lines.map(({ code }) => code)
    this.definitions.push({
      code: js`const ${name} = () => { ${joined(opening)} for (let k = 0; k < ${length}; k++) { ${joined(inside)} } return sum }`,
      cell: undefined,
    })
    return name
  }

  /** A function of the current line, and of `params`, that visits the elements `k` of an array. */
  elementLoop(frame: Frame, length: number, params: readonly Code[], { start, step, result }: LoopParts): Code {
    const name = Code.name('over', ++this.parts)
    const opening = joined(frame.opening().map(({ code }) => code))
    const inside = joined(frame.body.map(({ code }) => code))
    this.definitions.push({
      code: js`const ${name} = (${[js`line`, ...params]}) => { charge(${length}); ${opening}${start}for (let k = 0; k < ${length}; k++) { ${inside}${step} } return ${result} }`,
      cell: undefined,
    })
    return name
  }
}

/** Statements one after the other. */
function joined(codes: readonly Code[]): Code {
  return codes.reduce((all, code) => js`${all}${code}; `, js``)
}

/** Row and column of the current cell. */
export function homeOf(family: Family, frame: Frame): { row: Code; col: Code } {
  const isSingle = family.count === 1
  return {
    row: !isSingle && family.axis === 'down' ? frame.line : js`${family.row}`,
    col: !isSingle && family.axis === 'across' ? frame.line : js`${family.col}`,
  }
}

function grouped(area: Area, analysis: Analysis): Groups {
  const codes = new Int32Array((area.bottom - area.top + 1) * (area.right - area.left + 1))
  const distinct: Scalar[] = []
  const places: number[][] = []
  const known = new Map<unknown, number>()
  let place = 0
  for (let row = area.top; row <= area.bottom; row++) {
    for (let col = area.left; col <= area.right; col++) {
      const value = analysis.constant(area.sheet, row, col)
      const key =
        typeof value === 'string'
          ? value.toLowerCase()
          : value instanceof ExcelError && !value.uncomputable
            ? value.code
            : value
      let code = known.get(key)
      if (code === undefined) {
        known.set(key, (code = distinct.length))
        distinct.push(value)
        places.push([])
      }
      codes[place] = code
      places[code]?.push(place)
      place++
    }
  }
  return { distinct, codes, places }
}
