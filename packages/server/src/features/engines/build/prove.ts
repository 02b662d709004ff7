import type { BoundWorkbook } from '@sheetwright/compiler/3-bind/bind-workbook.ts'
import { checkWorkbook } from '@sheetwright/compiler/check/check-workbook.ts'
import { isSameValue } from '@sheetwright/compiler/check/same-value.ts'
import { savedLocale } from '@sheetwright/compiler/check/saved-locale.ts'
import { Evaluator } from '@sheetwright/compiler/evaluate/evaluator.ts'
import type { EvaluationOptions } from '@sheetwright/compiler/evaluate/options.ts'
import type { RecalculatedWorkbook } from '@sheetwright/compiler/run/recalculated-workbook.ts'
import type { ParityReport } from '@sheetwright/contract/engines/proof.ts'
import type { Engine, EngineInputs, EngineResult } from '@sheetwright/runtime/engine/engine.ts'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import { provingMoment } from './run-options.ts'
import { variedInputs } from './varied-inputs.ts'

/** Differing cells that a report describes; the count goes on. */
const describedDifferences = 10_000
/** Varied inputs that a program is held against the reference evaluator with. */
const variedRuns = 200
/** One difference is enough to block an engine; a few help to find its cause. */
const keptDifferences = 20
const timedRuns = 31
const timedMillis = 200

/** Recomputes every formula cell, or has it computed by another program, and compares with the values saved in the file. */
export function proveAgainstSaved(
  bound: BoundWorkbook,
  evaluation: EvaluationOptions,
  computed?: RecalculatedWorkbook,
): Omit<ParityReport, 'program'> {
  const { workbook } = bound
  const report = checkWorkbook(bound, {
    ...evaluation,
    locale: savedLocale(workbook),
    keep: describedDifferences,
    ...(computed === undefined ? {} : { compute: (_cells, then) => readerOf(bound, computed, then) }),
  })
  const { formulaCells, compared, equal, different, notComparable, unsupported } = report
  return {
    verdict: formulaCells > 0 && compared === 0 ? 'not proven' : different > 0 ? 'different' : 'equal',
    savedBy: workbook.properties.application ?? null,
    computedBy: computed === undefined ? 'Sheetwright' : 'LibreOffice',
    formulaCells,
    compared,
    equal,
    different,
    notComparable: { ...notComparable },
    unsupported: { ...unsupported },
    differences: report.firstDifferences.map(({ expected, actual, ...difference }) => ({
      ...difference,
      excel: expected,
      ours: actual,
    })),
  }
}

/**
 * The values that another program computed. It computed them today: a cell that is only as different from the saved one
 * as the day makes it, counts as what it was on the day of saving.
 */
function readerOf(bound: BoundWorkbook, computed: RecalculatedWorkbook, then: EvaluationOptions) {
  const onSaving = new Evaluator(bound, then)
  const today = new Evaluator(bound, { ...then, now: serialOfToday(bound.workbook.date1904) })
  return (sheet: number, row: number, col: number): Scalar => {
    const value = computed.value({ sheet, row, col })
    const saved = onSaving.value(sheet, row, col)
    const isOfToday = isSameValue(value, today.value(sheet, row, col), () => 0)
    return isOfToday && !isSameValue(value, saved, () => 0) ? saved : value
  }
}

/** Serial number of 1970-01-01 in both date systems. */
const epochs = { 1900: 25_569, 1904: 24_107 } as const

function serialOfToday(date1904: boolean): number {
  return Math.floor(Date.now() / 86_400_000) + epochs[date1904 ? 1904 : 1900]
}

type Comparison = ParityReport['program']

/** Holds the compiled program against the reference evaluator, and measures it. */
export function proveProgram(
  evaluator: Engine,
  program: Engine,
  options: { readonly seconds: number; readonly progress: (share: number) => void },
): { comparison: Comparison; evalMicros: number } {
  const deadline = performance.now() + options.seconds * 1000
  const differences: Comparison['differences'] = []
  const subservices = [undefined, ...program.ports.subservices.map(({ name }) => name)]
  const records = variedInputs(program, variedRuns)
  let runs = 0
  for (const inputs of [{}, ...records]) {
    // Whatever it costs, the defaults are compared.
    if (runs > 0 && performance.now() > deadline) break
    const subservice = subservices[runs % subservices.length]
    const asked = { ...provingMoment, validate: runs % 4 === 0, ...(subservice === undefined ? {} : { subservice }) }
    const found = compare(evaluator.execute(inputs, asked), program.execute(inputs, asked), inputs)
    differences.push(...found.slice(0, keptDifferences - differences.length))
    runs++
    if (runs % 10 === 0) options.progress(runs / (records.length + 1))
  }
  return { comparison: { runs, differences }, evalMicros: medianMicros(program) }
}

function compare(reference: EngineResult, compiled: EngineResult, inputs: EngineInputs): Comparison['differences'] {
  const found: Comparison['differences'] = []
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

/** Numbers may differ in the last digits, where sums are taken in another order; everything else must be the same. */
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

function shown(value: unknown): string | number | boolean | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string') return value
  return JSON.stringify(value).slice(0, 2000)
}

/** What one run on the defaults takes, when the runtime has had some runs to get warm. */
function medianMicros(program: Engine): number {
  const times: number[] = []
  const end = performance.now() + timedMillis
  for (let i = 0; i < timedRuns && (i < 3 || performance.now() < end); i++) {
    const before = performance.now()
    program.execute({}, { ...provingMoment, validate: false })
    times.push(performance.now() - before)
  }
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 1000)
}
