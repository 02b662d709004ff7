import type { EngineInputs, EngineResult } from '@sheetwright/runtime/engine/call.ts'
import type { Engine } from '@sheetwright/runtime/engine/engine.ts'
import { isSameValue } from '../check/same-value.ts'
import { provingMoment, provingRuns } from './proving-run.ts'
import type { ShownValue } from './shown-value.ts'
import { variedInputs } from './varied-inputs.ts'

/** The comparison of the compiled program with the reference evaluator, on the defaults and on varied inputs. */
export interface ProgramComparison {
  /** So far, of `provingRuns`. */
  readonly runs: number
  readonly differences: Differences
}

type Differences = {
  readonly output: string
  readonly inputs: EngineInputs
  readonly evaluator: ShownValue
  readonly program: ShownValue
}[]

/** Runs that are made even if they take `longestSeconds`. */
const leastRuns = 10
/** One difference is enough to block an engine; a few help to find its cause. */
const keptDifferences = 20

export interface ComparisonOptions {
  /** Number of runs that an earlier comparison made. */
  readonly from?: number
  readonly seconds: number
  /** Time limit of the first runs. */
  readonly longestSeconds: number
  readonly progress: (share: number) => void
}

/** Compares the compiled program with the reference evaluator until the time is up, at least one run. */
export function compareWithEvaluator(
  evaluator: Engine,
  program: Engine,
  { from = 0, seconds, longestSeconds, progress }: ComparisonOptions,
): ProgramComparison {
  const started = performance.now()
  const differences: Differences = []
  const subservices = [undefined, ...program.ports.subservices.map(({ name }) => name)]
  const records = [{}, ...variedInputs(program, provingRuns - 1)]
  let runs = from
  for (const inputs of records.slice(from)) {
    const limit = runs - from < leastRuns ? longestSeconds : seconds
    if (runs > from && performance.now() - started > limit * 1000) break
    const subservice = subservices[runs % subservices.length]
    const asked = { ...provingMoment, validate: runs % 4 === 0, ...(subservice === undefined ? {} : { subservice }) }
    const found = compare(evaluator.execute(inputs, asked), program.execute(inputs, asked), inputs)
    differences.push(...found.slice(0, keptDifferences - differences.length))
    runs++
    if (runs % 10 === 0) progress(runs / records.length)
  }
  return { runs, differences }
}

function compare(reference: EngineResult, compiled: EngineResult, inputs: EngineInputs): Differences {
  const found: Differences = []
  const note = (output: string, evaluator: unknown, program: unknown) =>
    found.push({ output, inputs, evaluator: shown(evaluator), program: shown(program) })
  const names = new Set([...Object.keys(reference.outputs), ...Object.keys(compiled.outputs)])
  for (const name of names) {
    const [a, b] = [reference.outputs[name], compiled.outputs[name]]
    if (!isSame(a, b)) note(name, a, b)
  }
  const messages = ({ errors, ended }: EngineResult) =>
    JSON.stringify([ended ?? null, errors.map(({ key, message }) => [key, message])])
  if (messages(reference) !== messages(compiled)) note('errors', messages(reference), messages(compiled))
  return found
}

/** Numbers may differ in the last digits, because sums may use another order; everything else must be equal. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') return isSameValue(a, b, () => 0) || Math.abs(a - b) < 1e-12
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, i) => isSame(one, b[i]))
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b)
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => isSame((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  )
}

function shown(value: unknown): ShownValue {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string') return value
  return JSON.stringify(value).slice(0, 2000)
}
