import { CalculationEnded } from '../program/steps.ts'
import { ExcelError, type Scalar } from '../values.ts'
import type { Calculator, Moment } from './calculator.ts'
import { cellLabel } from './cell-label.ts'
import { FewMessages } from './few-messages.ts'
import { goalSeek, type SeekResult } from './goal-seek.ts'
import { type Conversion, fromJson, type Json, toJson, type WireSetting } from './json-values.ts'
import type { BlockPort, CellPlace, CellPort, EngineInterface, Port, PortPlace, Solve } from './ports.ts'
import { ruleInWords } from './rule-in-words.ts'
import { passesValidation } from './validate-input.ts'
import { reasonInWords } from './uncomputable-words.ts'

export interface Message {
  /** Name of the input, output or solve concerned. */
  readonly key: string
  readonly message: string
  /** The cell of the cause, as `Sheet1!B2`. */
  readonly cell?: string
}

export interface SolveResult {
  readonly name: string
  /** The wanted value of the target cell. */
  readonly target: number
  readonly result: SeekResult
}

export interface EngineResult {
  readonly outputs: Readonly<Record<string, Json>>
  readonly warnings: readonly Message[]
  readonly errors: readonly Message[]
  /** The result of each solve, in the order they ran. */
  readonly solves: readonly SolveResult[]
  /** Why the calculation ended before it had results; undefined if it did not. */
  readonly ended?: CalculationEnded['because']
  /** Set if the inputs were refused, so that nothing was computed; `errors` says why. */
  readonly refused?: true
}

export interface ExecuteOptions extends Moment {
  /** False accepts inputs that the workbook's own validation refuses. */
  readonly validate?: boolean | undefined
  /** Name of the subservice whose inputs and outputs apply. */
  readonly subservice?: string | undefined
  /** Names of the requested outputs; all by default. */
  readonly outputs?: readonly string[] | undefined
}

/** A caller's values, by the names of the inputs. */
export type EngineInputs = Readonly<Record<string, unknown>>

/**
 * Runs an engine: takes a caller's inputs, validates them by the workbook's rules, runs its solves and returns its
 * outputs. Reuses the calculator's memory for every record.
 */
export class Engine {
  readonly ports: EngineInterface
  readonly calculator: Calculator
  /** Plans of repeated requests, built once. */
  private readonly plans = new Map<string, Plan>()

  constructor(ports: EngineInterface, calculator: Calculator) {
    this.ports = ports
    this.calculator = calculator
  }

  /** Computes one record. If a limit ends the calculation, the result has an error; any other exception is a bug. */
  execute(inputs: EngineInputs, options: ExecuteOptions): EngineResult {
    return new Execution(this.ports, this.calculator, this.planFor(options), options).run(inputs)
  }

  /** Computes many records one after the other; records are independent, and an error concerns only its record. */
  *executeAll(records: Iterable<EngineInputs>, options: ExecuteOptions): Generator<EngineResult> {
    for (const record of records) yield this.execute(record, options)
  }

  private planFor({ subservice, outputs }: ExecuteOptions): Plan {
    const key = subservice === undefined && outputs === undefined ? '' : JSON.stringify([subservice, outputs])
    const present = this.plans.get(key)
    if (present) return present
    if (this.plans.size >= MOST_PLANS) this.plans.clear()
    const plan = planOf(this.ports, subservice, outputs)
    this.plans.set(key, plan)
    return plan
  }
}

/** The inputs and outputs of a call, by its subservice and requested outputs. */
interface Plan {
  readonly inputs: readonly Port[]
  readonly outputs: readonly Port[]
  readonly validated: readonly ValidatedPort[]
  /**
   * The value cells of inputs and outputs, in port order: always the same objects, so that a calculator can cache by
   * them.
   */
  readonly inputCells: readonly (readonly CellPlace[])[]
  readonly outputCells: readonly (readonly CellPlace[])[]
  /** The cells announced before validation, and again for the outputs after solves. */
  readonly firstAnnounced: readonly CellPlace[]
  readonly lastAnnounced: readonly CellPlace[]
  /** The input names of the last caller. */
  spelling: Spelling | undefined
  readonly warnings: readonly Message[]
  readonly errors: readonly Message[]
}

/** The names that a caller gave, each exactly as in the workbook, and for each input its index among them or -1. */
interface Spelling {
  readonly keys: readonly string[]
  readonly places: readonly number[]
}

const MOST_PLANS = 100
/** A caller may give this many names more than there are inputs; beyond that, none is examined. */
const MOST_UNKNOWN = 10_000
/** Most characters of a name that a message repeats; names in Excel are no longer. */
const LONGEST_NAME = 255

type Accepted = Extract<Conversion, { readonly ok: true }>

class Execution {
  private readonly warnings: Message[] = []
  private readonly errors: Message[] = []
  private readonly fewWarnings = new FewMessages(this.warnings)
  private readonly fewErrors = new FewMessages(this.errors)
  private readonly solves: SolveResult[] = []
  private readonly ports: EngineInterface
  private readonly calculator: Calculator
  private readonly plan: Plan
  private readonly options: ExecuteOptions
  private readonly setting: WireSetting

  constructor(ports: EngineInterface, calculator: Calculator, plan: Plan, options: ExecuteOptions) {
    this.ports = ports
    this.calculator = calculator
    this.plan = plan
    this.options = options
    this.setting = { date1904: calculator.date1904, locale: calculator.locale, now: options.now }
  }

  run(given: EngineInputs): EngineResult {
    try {
      return this.computed(given)
    } catch (reason) {
      if (!(reason instanceof CalculationEnded)) throw reason
      this.errors.push({ key: '', message: reason.message })
      return { ...this.result({}), ended: reason.because }
    }
  }

  private computed(given: EngineInputs): EngineResult {
    const { plan, calculator } = this
    if (plan.warnings.length > 0) this.warnings.push(...plan.warnings)
    if (plan.errors.length > 0) this.errors.push(...plan.errors)
    calculator.begin(this.options)
    this.setInputs(given)
    this.fewWarnings.end()
    this.fewErrors.end()
    if (this.errors.length > 0) return this.refusal()
    calculator.announce(plan.firstAnnounced, plan.validated)
    this.validate()
    if (this.errors.length > 0) return this.refusal()
    for (const solve of this.ports.solves) {
      const result = this.solve(solve)
      if (result) this.solves.push(result)
    }
    // Announced even if no solve ran: otherwise each output takes a separate run.
    if (this.ports.solves.length > 0) calculator.announce(plan.lastAnnounced, [])
    const outputs: Record<string, Json> = {}
    for (let i = 0; i < plan.outputs.length; i++) {
      const port = plan.outputs[i] as Port
      define(outputs, port.name, this.output(port, plan.outputCells[i] as CellPlace[]))
    }
    return this.result(outputs)
  }

  private result(outputs: Record<string, Json>): EngineResult {
    return { outputs, warnings: this.warnings, errors: this.errors, solves: this.solves }
  }

  private refusal(): EngineResult {
    return { ...this.result({}), refused: true }
  }

  // ---- inputs ----

  private setInputs(given: EngineInputs): void {
    const { plan } = this
    const keys = Object.keys(given)
    if (keys.length > plan.inputs.length + MOST_UNKNOWN) {
      const message = `${keys.length} inputs are given; the workbook has ${plan.inputs.length}.`
      this.errors.push({ key: '', message })
      return
    }
    // Callers repeat the inputs in the same order: their positions are searched once.
    if (plan.spelling === undefined || !isSame(plan.spelling.keys, keys)) plan.spelling = spellingOf(plan.inputs, keys)
    const { spelling } = plan
    if (spelling === undefined) {
      this.setInputsByAnyCase(given)
      return
    }
    const values = Object.values(given)
    for (let i = 0; i < plan.inputs.length; i++) {
      const place = spelling.places[i] as number
      this.setInput(plan.inputs[i] as Port, i, place < 0 ? undefined : values[place])
    }
  }

  private setInputsByAnyCase(given: EngineInputs): void {
    const byName = new Map<string, { readonly key: string; readonly value: unknown }>()
    for (const [key, value] of Object.entries(given)) {
      // Ambiguous: two spellings of one name.
      if (byName.has(key.toLowerCase()))
        this.fewErrors.add('inputs that are given twice', {
          key: key.slice(0, LONGEST_NAME),
          message: 'This input is given twice, spelt differently.',
        })
      byName.set(key.toLowerCase(), { key, value })
    }
    this.plan.inputs.forEach((port, i) => {
      const entry = byName.get(port.name.toLowerCase())
      byName.delete(port.name.toLowerCase())
      this.setInput(port, i, entry?.value)
    })
    for (const { key } of byName.values()) {
      this.fewWarnings.add('inputs that the workbook does not have', {
        key: key.slice(0, LONGEST_NAME),
        message: 'The workbook has no input of this name; the value was not used.',
      })
    }
  }

  private setInput(port: Port, index: number, json: unknown): void {
    if (json === undefined) this.warnings.push({ key: port.name, message: 'Input parameter missing.' })
    else if (port.shape === 'cell') this.setCell(port, this.plan.inputCells[index]?.[0] as CellPlace, json)
    else this.setBlock(port, this.plan.inputCells[index] as CellPlace[], json)
  }

  private setCell(port: CellPort, place: CellPlace, json: unknown): void {
    const converted = fromJson(json, port.type, port.numberFormat, this.setting)
    if (converted.ok) this.putConverted(port, place, json, converted)
    else this.refuse(port, json, converted.allowed)
  }

  private putConverted(port: Port, place: CellPlace, json: unknown, converted: Accepted, row?: number): void {
    this.calculator.put(place, converted.value)
    if (converted.isMoment !== true) return
    const where = row === undefined ? '' : ` in row ${row + 1}`
    const message = `${shownValue(json)}${where} was read as a date or time, ${String(converted.value)}; a number was expected.`
    this.fewWarnings.add('texts that were read as dates or times', { key: port.name, message })
  }

  private refuse(port: Port, json: unknown, allowed: string, row?: number): void {
    const shown = shownValue(json)
    const where = row === undefined ? '' : ` in row ${row + 1}`
    const message = `${shown}${where} is not allowed; give ${allowed}.`
    const refused = { key: port.name, message, cell: this.label(first(port.place)) }
    if (row === undefined) this.errors.push(refused)
    else this.fewErrors.add('values in rows that are not allowed', refused)
  }

  private setBlock(port: BlockPort, cells: readonly CellPlace[], json: unknown): void {
    const { range } = port.place
    const rows = range.bottom - range.top
    if (!Array.isArray(json)) {
      this.refuse(port, json, 'a list of objects, one a row')
      return
    }
    if (json.length > rows) {
      const message = `${json.length} rows are given; the workbook has room for ${rows}.`
      this.errors.push({ key: port.name, message, cell: this.label(first(port.place)) })
      return
    }
    const width = widthOf(port)
    for (let row = 0; row < rows; row++) this.setRow(port, cells.slice(row * width, (row + 1) * width), row, json[row])
  }

  private setRow(port: BlockPort, cells: readonly CellPlace[], row: number, json: unknown): void {
    if (json !== undefined && (typeof json !== 'object' || json === null || Array.isArray(json))) {
      this.refuse(port, json, 'an object with a value for each heading', row)
      return
    }
    const values = this.valuesOfRow(port, row, json ?? {})
    port.columns.forEach(({ heading, type, numberFormat }, col) => {
      const value = values.get(heading.toLowerCase())?.value
      values.delete(heading.toLowerCase())
      const converted = fromJson(value ?? null, type, numberFormat, this.setting)
      if (converted.ok) this.putConverted(port, cells[col] as CellPlace, value, converted, row)
      else this.refuse(port, value, `${converted.allowed} for ${heading}`, row)
    })
    for (const { key } of values.values()) {
      const shown = key.slice(0, LONGEST_NAME)
      this.fewWarnings.add('values in columns that there are not', {
        key: port.name,
        message: `Row ${row + 1} names a column "${shown}", which there is not; the value was not used.`,
      })
    }
  }

  /** The values of a row by heading in lower case, with the heading as it was given. */
  private valuesOfRow(port: BlockPort, row: number, given: object): Map<string, { key: string; value: unknown }> {
    const values = new Map<string, { key: string; value: unknown }>()
    for (const [key, value] of Object.entries(given)) {
      // Ambiguous: two spellings of one heading.
      if (values.has(key.toLowerCase())) {
        const shown = key.slice(0, LONGEST_NAME)
        const message = `Row ${row + 1} gives the column "${shown}" twice, spelt differently.`
        this.fewErrors.add('columns that are given twice', {
          key: port.name,
          message,
          cell: this.label(first(port.place)),
        })
      }
      values.set(key.toLowerCase(), { key, value })
    }
    return values
  }

  private validate(): void {
    const stop = this.options.validate !== false
    for (const port of this.plan.validated) {
      const { rule } = port.validation
      if (passesValidation(port, rule, this.calculator, this.setting)) continue
      const message = rule.errorMessage || ruleInWords(port, rule, this.calculator)
      const list = stop && rule.errorStyle === 'stop' && rule.showError ? this.errors : this.warnings
      list.push({ key: port.name, message, cell: this.label(first(port.place)) })
    }
    for (const { name, place } of this.ports.validations) {
      const value = this.first(place)
      if (value === null || value === '' || value === 0 || value === true) continue
      const message = value instanceof ExcelError ? `The validation itself failed with ${value.code}.` : String(value)
      ;(stop ? this.errors : this.warnings).push({ key: name, message, cell: this.label(first(place)) })
    }
  }

  // ---- solves ----

  private solve(solve: Solve): SolveResult | undefined {
    const { calculator } = this
    const { changing, target } = solve
    calculator.announce(cellsOfSolve(solve), [])
    if (solve.runIf && !isTrue(this.first(solve.runIf))) return undefined
    const wanted = this.first(solve.targetValue)
    const before = calculator.value(changing)
    const guess = numberOf(this.firstIf(solve.initialGuess)) ?? numberOf(before) ?? 0
    if (typeof wanted !== 'number') {
      this.errors.push({
        key: solve.name,
        message: 'The target value of the solve is not a number.',
        cell: this.label(first(solve.place)),
      })
      return undefined
    }
    const limits = {
      lower: numberOf(this.firstIf(solve.lowerBound)),
      upper: numberOf(this.firstIf(solve.upperBound)),
    }
    calculator.announce([target], [])
    const result = goalSeek(
      (input) => {
        calculator.put(changing, input)
        const value = calculator.value(target)
        return typeof value === 'number' ? value - wanted : undefined
      },
      {
        algorithm: solve.algorithm,
        guess,
        ...limits,
        maxChange: solve.maxChange,
        maxIterations: solve.maxIterations,
      },
    )
    calculator.put(changing, result.found ? result.input : before)
    if (!result.found) {
      this.errors.push({
        key: solve.name,
        message: `The solve found no value within ${solve.maxIterations} iterations.`,
        cell: this.label(first(solve.place)),
      })
    }
    return { name: solve.name, target: wanted, result }
  }

  private first(place: PortPlace): Scalar {
    return this.calculator.value(first(place))
  }

  private firstIf(place: PortPlace | undefined): Scalar {
    return place ? this.first(place) : null
  }

  // ---- outputs ----

  private output(port: Port, cells: readonly CellPlace[]): Json {
    if (port.shape === 'cell') return this.read(port, cells[0] as CellPlace, port.type)
    const rows: Record<string, Json>[] = []
    const width = widthOf(port)
    for (let start = 0; start < cells.length; start += width) {
      const row: Record<string, Json> = {}
      port.columns.forEach(({ heading, type }, col) => {
        define(row, heading, this.read(port, cells[start + col] as CellPlace, type))
      })
      rows.push(row)
    }
    while (rows.length > 0 && Object.values(rows.at(-1) ?? {}).every((value) => value === null || value === ''))
      rows.pop()
    return rows
  }

  private read(port: Port, place: CellPlace, type: CellPort['type']): Json {
    const value = this.calculator.value(place)
    if (value instanceof ExcelError) this.noteError(port, value, place)
    return toJson(value, type, this.calculator.date1904)
  }

  private noteError(port: Port, error: ExcelError, place: CellPlace): void {
    this.errors.push(
      error.uncomputable
        ? {
            key: port.name,
            message: `Cannot be computed: ${reasonInWords(error.uncomputable.reason)}.`,
            cell: error.uncomputable.cell,
          }
        : {
            key: port.name,
            message: `The result is the Excel error ${error.code}.`,
            cell: this.label(this.calculator.errorSource(place)),
          },
    )
  }

  private label(place: CellPlace): string {
    return cellLabel(this.calculator.sheetNames, place)
  }
}

type ValidatedPort = CellPort & { readonly validation: NonNullable<CellPort['validation']> }

function planOf(ports: EngineInterface, subservice: string | undefined, names: readonly string[] | undefined): Plan {
  const warnings: Message[] = []
  const errors: Message[] = []
  const all = subservice === undefined ? ports : subserviceOf(ports, subservice, errors)
  const { inputs } = all
  const outputs = names ? outputsOf(all.outputs, names, warnings) : all.outputs
  const { validations, solves } = ports
  const validated = inputs.filter(isValidated)
  const outputCells = outputs.map(cellsOf)
  const lastAnnounced = outputCells.flat()
  // Everything at once if nothing changes in between; with solves, first what they need.
  const later = solves.length === 0 ? lastAnnounced : solves.flatMap(cellsOfSolve)
  return {
    inputs,
    outputs,
    validated,
    inputCells: inputs.map(cellsOf),
    outputCells,
    firstAnnounced: [
      ...validated.map(({ place }) => first(place)),
      ...validations.map(({ place }) => first(place)),
      ...later,
    ],
    lastAnnounced,
    spelling: undefined,
    warnings,
    errors,
  }
}

/** Undefined if a name is not an input's. */
function spellingOf(inputs: readonly Port[], keys: readonly string[]): Spelling | undefined {
  if (keys.length > inputs.length) return undefined
  const placeOf = new Map(keys.map((key, place) => [key, place]))
  const places = inputs.map(({ name }) => placeOf.get(name) ?? -1)
  const found = places.filter((place) => place >= 0).length
  return found === keys.length ? { keys, places } : undefined
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return false
  for (let i = 0; i < some.length; i++) if (some[i] !== others[i]) return false
  return true
}

function subserviceOf(
  { subservices }: EngineInterface,
  name: string,
  errors: Message[],
): { inputs: readonly Port[]; outputs: readonly Port[] } {
  const found = subservices.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (found) return found
  const names = subservices.map((one) => one.name).join(', ')
  const message =
    names === ''
      ? 'The workbook has no subservices.'
      : `The workbook has no subservice of this name; give one of ${names}.`
  errors.push({ key: name.slice(0, LONGEST_NAME), message })
  return { inputs: [], outputs: [] }
}

function outputsOf(outputs: readonly Port[], names: readonly string[], warnings: Message[]): readonly Port[] {
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  const chosen = outputs.filter((port) => wanted.delete(port.name.toLowerCase()))
  for (const name of names) {
    if (!wanted.has(name.toLowerCase())) continue
    warnings.push({ key: name, message: 'The workbook has no output of this name.' })
  }
  return chosen
}

/** The beginning of a caller's value. Lists and objects can be too large, or nested too deep, to print. */
function shownValue(json: unknown): string {
  if (typeof json === 'string') return JSON.stringify(json.length > 100 ? `${json.slice(0, 100)}…` : json)
  // Numbers beyond the range of numbers, which JSON.stringify writes as null.
  if (typeof json === 'number') return String(json)
  if (typeof json !== 'object' || json === null) return JSON.stringify(json) ?? 'nothing'
  try {
    return JSON.stringify(json).slice(0, 100)
  } catch {
    return Array.isArray(json) ? 'A list that is nested too deep' : 'An object that is nested too deep'
  }
}

/** Sets a field of any name, including `__proto__`. */
function define(target: Record<string, Json>, name: string, value: Json): void {
  if (name === '__proto__')
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
  else target[name] = value
}

function isValidated(port: Port): port is ValidatedPort {
  return port.shape === 'cell' && port.validation !== undefined
}

function first({ sheet, range }: PortPlace): CellPlace {
  return { sheet, row: range.top, col: range.left }
}

/** The value cells of a port. */
export function cellsOf(port: Port): CellPlace[] {
  const { sheet, range } = port.place
  if (port.shape === 'cell') return [first(port.place)]
  const cells: CellPlace[] = []
  for (let row = range.top + 1; row <= range.bottom; row++) {
    for (let col = range.left; col <= range.right; col++) cells.push({ sheet, row, col })
  }
  return cells
}

/** Number of cells in a row of a block. */
function widthOf({ place: { range } }: BlockPort): number {
  return range.right - range.left + 1
}

/** Every cell that a solve reads. */
export function cellsOfSolve(solve: Solve): CellPlace[] {
  const { runIf, targetValue, initialGuess, lowerBound, upperBound, target, changing } = solve
  const places = [runIf, targetValue, initialGuess, lowerBound, upperBound].flatMap((place) => (place ? [place] : []))
  return [...places.map(first), target, changing]
}

function numberOf(value: Scalar): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function isTrue(value: Scalar): boolean {
  if (typeof value === 'string') return /^(?:true|yes|y|1)$/i.test(value.trim())
  return value === true || (typeof value === 'number' && value !== 0)
}
