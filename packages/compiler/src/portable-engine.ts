import { serialInZone } from '@sheetwright/runtime/dates/time-zone.ts'
import type { EngineInputs, EngineResult, Message } from '@sheetwright/runtime/engine/call.ts'
import { Engine } from '@sheetwright/runtime/engine/engine.ts'
import type { Json } from '@sheetwright/runtime/engine/json-values.ts'
import type { Port } from '@sheetwright/runtime/engine/ports.ts'
import { programEngine } from '@sheetwright/runtime/engine/program-calculator.ts'
import type { FunctionDefinition } from '@sheetwright/runtime/functions/definition.ts'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import type { Delegate, ProgramModule } from '@sheetwright/runtime/program/program.ts'

/** The settings of an engine that are not in its program. */
export interface PortableSettings {
  /** BCP 47 tag. */
  readonly locale: string
  /** The time zone of NOW and TODAY; UTC if there is none. */
  readonly timeZone?: string | undefined
  /** Names that the author gave inputs and outputs, keyed by those in the workbook. */
  readonly inputNames: Readonly<Record<string, string>>
  readonly outputNames: Readonly<Record<string, string>>
}

export interface PortableOptions {
  /** The time that NOW and TODAY give: a Date, a text with date and time, or milliseconds since 1970. */
  readonly now?: Date | string | number
  /** Makes RAND and similar functions repeatable. */
  readonly seed?: number
  /** False accepts inputs that the workbook's own validation refuses. */
  readonly validate?: boolean
  readonly subservice?: string
  /** Names of the requested outputs. */
  readonly outputs?: readonly string[]
}

export interface PortableResult {
  /** `refused`: the inputs were not accepted. `stopped`: the calculation was ended. Neither has outputs. */
  readonly status: 'success' | 'refused' | 'stopped'
  readonly outputs: Readonly<Record<string, Json>> | null
  readonly warnings: readonly Message[]
  readonly errors: readonly Message[]
}

/** Makes the reference evaluator for programs that leave cells to it. */
export type MakeDelegate = (
  module: ProgramModule,
  known: ReadonlyMap<string, FunctionDefinition>,
  options: { readonly locale: string; readonly steps: number },
) => Delegate | undefined

const limits = { steps: 20_000_000_000, memory: 512 * 1024 * 1024 }

/**
 * Thrown for refused inputs or an ended calculation, so that nothing can be mistaken for a result.
 * @public Those who call a package catch it.
 */
export class CalculationError extends Error {
  readonly status: 'refused' | 'stopped'
  readonly errors: readonly Message[]

  constructor(status: 'refused' | 'stopped', errors: readonly Message[]) {
    super(errors.map(({ key, message }) => (key === '' ? message : `${key}: ${message}`)).join(' '))
    this.name = 'CalculationError'
    this.status = status
    this.errors = errors
  }
}

/** An engine for embedding in other programs. Does nothing before the first calculation. */
export function portableEngine(module: () => ProgramModule, settings: PortableSettings, makeDelegate?: MakeDelegate) {
  let opened: Engine | undefined
  const open = () => (opened ??= openEngine(module(), settings, makeDelegate))

  function calculateAll(records: Iterable<unknown>, options: PortableOptions = {}): PortableResult[] {
    const engine = open()
    const at = momentOf(options.now)
    const now = serialInZone(at, engine.calculator)
    const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31)
    const { validate, subservice, outputs } = options
    return Array.from(records, (record) =>
      isRecord(record)
        ? resultOf(engine.execute(record, { now, seed, validate, subservice, outputs }))
        : {
            status: 'refused',
            outputs: null,
            warnings: [],
            errors: [{ key: '', message: 'The inputs are no object.' }],
          },
    )
  }

  function calculate(inputs: unknown, options?: PortableOptions): PortableResult {
    const result = calculateAll([inputs ?? {}], options)[0] as PortableResult
    if (result.status !== 'success') throw new CalculationError(result.status, result.errors)
    return result
  }

  return { calculate, calculateAll }
}

function openEngine(module: ProgramModule, settings: PortableSettings, makeDelegate?: MakeDelegate): Engine {
  const { locale, timeZone, inputNames, outputNames } = settings
  const { steps, memory } = limits
  const delegate = makeDelegate?.(module, functions, { locale, steps })
  const { ports, calculator } = programEngine(module, { functions, locale, timeZone, steps, memory, delegate })
  const inputs = ports.inputs.map((port) => renamed(port, inputNames))
  return new Engine({ ...ports, inputs, outputs: ports.outputs.map((port) => renamed(port, outputNames)) }, calculator)
}

function renamed(port: Port, names: Readonly<Record<string, string>>): Port {
  return { ...port, name: Object.hasOwn(names, port.name) ? (names[port.name] ?? port.name) : port.name }
}

function resultOf({ outputs, warnings, errors, ended, refused }: EngineResult): PortableResult {
  if (refused === true) return { status: 'refused', outputs: null, warnings, errors }
  if (ended !== undefined) return { status: 'stopped', outputs: null, warnings, errors }
  return { status: 'success', outputs, warnings, errors }
}

function isRecord(record: unknown): record is EngineInputs {
  return typeof record === 'object' && record !== null && !Array.isArray(record)
}

function momentOf(now: PortableOptions['now']): number {
  const at = now === undefined ? Date.now() : new Date(now).getTime()
  if (Number.isNaN(at)) throw new RangeError('"now" is neither a date nor a text of one')
  return at
}
