import { CalculationEnded } from '../program/steps.ts'
import { ExcelError } from '../values.ts'
import type { EngineInputs, EngineResult, ExecuteOptions, SolveResult } from './call.ts'
import type { Calculator } from './calculator.ts'
import { cellLabel } from './cell-label.ts'
import { type Json, toJson, type WireSetting } from './json-values.ts'
import { Messages } from './messages.ts'
import { type Plan, planOf } from './plan.ts'
import { firstCell, widthOf } from './port-cells.ts'
import type { CellPlace, CellPort, EngineInterface, Port } from './ports.ts'
import { ruleInWords } from './rule-in-words.ts'
import { runSolve } from './run-solve.ts'
import { InputSetter } from './set-inputs.ts'
import { reasonInWords } from './uncomputable-words.ts'
import { passesValidation } from './validate-input.ts'

const MOST_PLANS = 100

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

class Execution {
  private readonly messages = new Messages()
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
      this.messages.errors.push({ key: '', message: reason.message })
      return { ...this.result({}), ended: reason.because }
    }
  }

  private computed(given: EngineInputs): EngineResult {
    const { plan, calculator, messages } = this
    if (plan.warnings.length > 0) messages.warnings.push(...plan.warnings)
    if (plan.errors.length > 0) messages.errors.push(...plan.errors)
    calculator.begin(this.options)
    new InputSetter(calculator, plan, messages, this.setting).set(given)
    messages.fewWarnings.end()
    messages.fewErrors.end()
    if (messages.errors.length > 0) return this.refusal()
    calculator.announce(plan.firstAnnounced, plan.validated)
    this.validate()
    if (messages.errors.length > 0) return this.refusal()
    for (const solve of this.ports.solves) {
      const result = runSolve(calculator, solve, messages)
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
    const { warnings, errors } = this.messages
    return { outputs, warnings, errors, solves: this.solves }
  }

  private refusal(): EngineResult {
    return { ...this.result({}), refused: true }
  }

  private validate(): void {
    const stop = this.options.validate !== false
    for (const port of this.plan.validated) {
      const { rule } = port.validation
      if (passesValidation(port, rule, this.calculator, this.setting)) continue
      const message = rule.errorMessage || ruleInWords(port, rule, this.calculator)
      const list = stop && rule.errorStyle === 'stop' && rule.showError ? this.messages.errors : this.messages.warnings
      list.push({ key: port.name, message, cell: this.label(firstCell(port.place)) })
    }
    for (const { name, place } of this.ports.validations) {
      const value = this.calculator.value(firstCell(place))
      if (value === null || value === '' || value === 0 || value === true) continue
      const message = value instanceof ExcelError ? `The validation itself failed with ${value.code}.` : String(value)
      ;(stop ? this.messages.errors : this.messages.warnings).push({
        key: name,
        message,
        cell: this.label(firstCell(place)),
      })
    }
  }

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
    this.messages.errors.push(
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

/** Sets a field of any name, including `__proto__`. */
function define(target: Record<string, Json>, name: string, value: Json): void {
  if (name === '__proto__')
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
  else target[name] = value
}
