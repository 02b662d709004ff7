import type { EngineInputs, EngineResult } from '@sheetwright/runtime/engine/call.ts'
import { Engine } from '@sheetwright/runtime/engine/engine.ts'
import { type Json, toJson } from '@sheetwright/runtime/engine/json-values.ts'
import type { EngineInterface, Port } from '@sheetwright/runtime/engine/ports.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import { EvaluatorCalculator } from '../run/evaluator-calculator.ts'

type OutputValue = null | boolean | number | string

/** One output of two versions, computed on their defaults. */
interface OutputChange {
  readonly name: string
  /** Missing if the version has no such output, or if it is a table. */
  readonly before?: OutputValue
  readonly after?: OutputValue
  /** The later version's result for the defaults of the earlier one: without the effect of changed defaults. */
  readonly afterOnEarlierDefaults?: OutputValue
  readonly isTable: boolean
  /** Number of table cells that differ. */
  readonly changedCells: number
  readonly isChanged: boolean
}

export interface OutputComparison {
  readonly outputs: readonly OutputChange[]
  /** Why a version, or one of its outputs, could not be computed; the values are missing then. */
  readonly failures: readonly { readonly version: 'before' | 'after'; readonly message: string }[]
}

export interface ComparedVersion {
  readonly bound: BoundWorkbook
  readonly ports: EngineInterface
  readonly locale: string
}

export interface CompareOptions {
  /** The time that NOW gives in both, as a serial number of the 1900 system. */
  readonly now: number
  readonly steps: number
}

/** Runs both versions on their defaults, and the later one on the defaults of the earlier one too. */
export function compareOutputs(
  before: ComparedVersion,
  after: ComparedVersion,
  options: CompareOptions,
): OutputComparison {
  const failures: OutputComparison['failures'][number][] = []
  const run = (version: ComparedVersion, side: 'before' | 'after', inputs: EngineInputs) => {
    const result = runVersion(version, inputs, options)
    for (const message of problemsOf(result)) {
      const isKnown = failures.some((each) => each.version === side && each.message === message)
      if (!isKnown && failures.length < MOST_FAILURES) failures.push({ version: side, message })
    }
    return byLowerCase(result)
  }
  const [old, now] = [run(before, 'before', {}), run(after, 'after', {})]
  const shared = sharedDefaults(before, after.ports)
  const again = run(after, 'after', shared)
  const names = new Map([...before.ports.outputs, ...after.ports.outputs].map(({ name }) => [name.toLowerCase(), name]))
  const outputs = [...names].map(([key, name]): OutputChange => {
    const [was, is, same] = [old.get(key), now.get(key), again.get(key)]
    const isTable = Array.isArray(was) || Array.isArray(is)
    if (isTable) {
      const changedCells = differingCells(was, is)
      return { name, isTable, changedCells, isChanged: changedCells > 0 }
    }
    return {
      name,
      ...(was === undefined ? {} : { before: was as OutputValue }),
      ...(is === undefined ? {} : { after: is as OutputValue }),
      ...(same === undefined ? {} : { afterOnEarlierDefaults: same as OutputValue }),
      isTable,
      changedCells: 0,
      isChanged: was !== is,
    }
  })
  return { outputs, failures }
}

const MOST_FAILURES = 20

function problemsOf({ refused, ended, errors, outputs }: EngineResult): string[] {
  if (refused || ended !== undefined) return [errors[0]?.message ?? ended ?? 'The inputs were refused']
  return errors.filter(({ key }) => outputs[key] === null).map(({ key, message }) => `${key}: ${message}`)
}

function runVersion({ bound, ports, locale }: ComparedVersion, inputs: EngineInputs, options: CompareOptions) {
  const engine = new Engine(ports, new EvaluatorCalculator(bound, { locale, steps: options.steps }))
  const now = bound.workbook.date1904 ? options.now - DAYS_TO_1904 : options.now
  return engine.execute(inputs, { now, seed: 1, validate: false })
}

/** Days between the epochs of the two date systems. */
const DAYS_TO_1904 = 1462

function byLowerCase({ outputs }: EngineResult): Map<string, Json> {
  return new Map(Object.entries(outputs).map(([name, value]) => [name.toLowerCase(), value]))
}

/** A version's defaults as a caller would give them, for the inputs that the other version has in the same shape. */
function sharedDefaults({ ports, bound }: ComparedVersion, other: EngineInterface): EngineInputs {
  const { date1904 } = bound.workbook
  const shapes = new Map(other.inputs.map(({ name, shape }) => [name.toLowerCase(), shape]))
  const given = ports.inputs.filter(({ name, shape }) => shapes.get(name.toLowerCase()) === shape)
  return Object.fromEntries(given.map((port) => [port.name, defaultOf(port, date1904)]))
}

function defaultOf(port: Port, date1904: boolean): Json {
  if (port.shape === 'cell') return toJson(port.default, port.type, date1904)
  return port.defaults.map((row) =>
    Object.fromEntries(
      port.columns.map(({ heading, type }, col) => [heading, toJson(row[col] ?? null, type, date1904)]),
    ),
  )
}

function differingCells(a: Json | undefined, b: Json | undefined): number {
  const rows = (value: Json | undefined) => (Array.isArray(value) ? (value as readonly Json[]) : [])
  const [left, right] = [rows(a), rows(b)]
  let count = 0
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const [one, two] = [cellsOf(left[i]), cellsOf(right[i])]
    for (const key of new Set([...one.keys(), ...two.keys()])) if (one.get(key) !== two.get(key)) count++
  }
  return count
}

function cellsOf(row: Json | undefined): Map<string, unknown> {
  return new Map(typeof row === 'object' && row !== null && !Array.isArray(row) ? Object.entries(row) : [])
}
