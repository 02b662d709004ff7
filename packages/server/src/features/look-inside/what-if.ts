import {
  mostWhatIfRecords,
  type WhatIfAnswer,
  type WhatIfQuestion,
} from '@sheetwright/contract/look-inside/run-what-if.ts'
import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { CallError } from '../../platform/http/call-error.ts'

/** The result of one record. */
export interface ComputedRecord {
  readonly outputs: Readonly<Record<string, unknown>> | null
  readonly error: string | null
}

type Inputs = Readonly<Record<string, unknown>>

/** Computes records in the given order. */
export type ComputeRecords = (records: readonly Inputs[], outputs: readonly string[]) => Promise<ComputedRecord[]>

interface Ports {
  readonly inputs: readonly EnginePort[]
  readonly outputs: readonly EnginePort[]
}

/** Answers a question about changed inputs by computing batches of records. */
export function answerWhatIf(question: WhatIfQuestion, ports: Ports, compute: ComputeRecords): Promise<WhatIfAnswer> {
  requireNames(question, ports)
  switch (question.kind) {
    case 'sweep':
      return sweep(question, compute)
    case 'tornado':
      return tornado(question, ports, compute)
    case 'solve':
      return solve(question, compute)
    case 'scenarios':
      return scenarios(question, compute)
    default:
      return question satisfies never
  }
}

type Question<Kind extends WhatIfQuestion['kind']> = Extract<WhatIfQuestion, { kind: Kind }>

async function sweep({ inputs, vary, outputs }: Question<'sweep'>, compute: ComputeRecords): Promise<WhatIfAnswer> {
  const [first, second] = vary
  const rows = (first?.values ?? []).flatMap((one) =>
    second === undefined ? [[one]] : second.values.map((two) => [one, two]),
  )
  if (rows.length > mostWhatIfRecords) {
    throw invalid('body.vary', `gives ${rows.length} records`, `at most ${mostWhatIfRecords} records`)
  }
  const records = rows.map((values) =>
    withValues(
      inputs,
      vary.map(({ input }, i) => [input, values[i] ?? null]),
    ),
  )
  const computed = await compute(records, outputs)
  return { kind: 'sweep', rows: rows.map((values, i) => ({ values, ...at(computed, i) })) }
}

async function tornado(
  { inputs, output, change }: Question<'tornado'>,
  ports: Ports,
  compute: ComputeRecords,
): Promise<WhatIfAnswer> {
  const given = lowerCased(inputs)
  const skipped: string[] = []
  const varied = ports.inputs.flatMap((port) => {
    const base = given.has(port.name.toLowerCase()) ? given.get(port.name.toLowerCase()) : port.default
    if (typeof base !== 'number' || port.shape === 'block' || base === 0) {
      skipped.push(port.name)
      return []
    }
    const [low, high] = [base * (1 - change), base * (1 + change)].toSorted((a, b) => a - b)
    return low === undefined || high === undefined ? [] : [{ input: port.name, ...wholeOf(port, base, low, high) }]
  })
  const records = [
    inputs,
    ...varied.flatMap(({ input, low, high }) => [low, high].map((value) => withValues(inputs, [[input, value]]))),
  ]
  const computed = await compute(records, [output])
  const number = (index: number) => {
    const value = valueOf(at(computed, index), output)
    return typeof value === 'number' ? value : null
  }
  const bars = varied.map((each, i) => {
    const [atLow, atHigh] = [number(1 + 2 * i), number(2 + 2 * i)]
    return { ...each, atLow, atHigh, error: at(computed, 1 + 2 * i).error ?? at(computed, 2 + 2 * i).error }
  })
  const span = ({ atLow, atHigh }: (typeof bars)[number]) =>
    atLow === null || atHigh === null ? -1 : Math.abs(atHigh - atLow)
  return { kind: 'tornado', base: number(0), bars: bars.toSorted((a, b) => span(b) - span(a)), skipped }
}

/** An integer input changes by at least one. */
function wholeOf({ type }: EnginePort, base: number, low: number, high: number): { low: number; high: number } {
  if (type !== 'integer') return { low, high }
  return { low: Math.min(Math.round(low), base - 1), high: Math.max(Math.round(high), base + 1) }
}

/** Values tried at once: a batch takes as long as its slowest thread. */
const triedAtOnce = 33
const rounds = 8

/**
 * Narrows the range to where the output crosses the target: each round computes a grid over the remaining range. An
 * output that jumps over the target has no solution, and none is reported.
 */
async function solve(
  { inputs, input, output, target, from, to }: Question<'solve'>,
  compute: ComputeRecords,
): Promise<WhatIfAnswer> {
  if (from >= to) throw invalid('body.to', 'is not above `from`', 'a number above `from`')
  let [low, high] = [from, to]
  let tried = 0
  let best: { value: number; result: number } | undefined
  let error: string | null = null
  for (let round = 0; round < rounds; round++) {
    const grid = Array.from({ length: triedAtOnce }, (_, i) => low + ((high - low) * i) / (triedAtOnce - 1))
    const computed = await compute(
      grid.map((value) => withValues(inputs, [[input, value]])),
      [output],
    )
    tried += grid.length
    const points = grid.flatMap((value, i) => {
      const result = valueOf(at(computed, i), output)
      error ??= at(computed, i).error
      return typeof result === 'number' ? [{ value, result }] : []
    })
    for (const point of points) {
      if (best === undefined || Math.abs(point.result - target) < Math.abs(best.result - target)) best = point
    }
    if (best?.result === target) break
    const crossing = points.findIndex(
      (point, i) => i > 0 && (point.result - target) * ((points[i - 1]?.result ?? Number.NaN) - target) <= 0,
    )
    const [left, right] = [points[crossing - 1], points[crossing]]
    if (!left || !right) break
    ;[low, high] = [left.value, right.value]
    if (high - low <= Math.abs(high) * Number.EPSILON * 4) break
  }
  const isReached = best !== undefined && Math.abs(best.result - target) <= tolerance * Math.max(1, Math.abs(target))
  if (!isReached || best === undefined) {
    return {
      kind: 'solve',
      found: null,
      reached: best?.result ?? null,
      tried,
      error: best === undefined ? error : null,
    }
  }
  const short = shorterNumbers(best.value).filter((value) => value >= from && value <= to)
  const computed = await compute(
    short.map((value) => withValues(inputs, [[input, value]])),
    [output],
  )
  const allowed = Math.max(Math.abs(best.result - target), Math.abs(target) * roundingShare)
  for (const [i, value] of short.entries()) {
    const result = valueOf(at(computed, i), output)
    if (typeof result !== 'number' || Math.abs(result - target) > allowed) continue
    return { kind: 'solve', found: value, reached: result, tried: tried + short.length, error: null }
  }
  return { kind: 'solve', found: best.value, reached: best.result, tried: tried + short.length, error: null }
}

/** The relative distance from the target that rounding may cause. */
const roundingShare = 1e-12

/** The number with increasing digits: a search ends at 2399.9999999999995 where 2400 is meant. */
function shorterNumbers(value: number): number[] {
  return [...new Set(Array.from({ length: 15 }, (_, i) => Number(value.toPrecision(i + 1))))]
}

/** Relative to the target. */
const tolerance = 1e-6

async function scenarios(
  { scenarios: list, outputs }: Question<'scenarios'>,
  compute: ComputeRecords,
): Promise<WhatIfAnswer> {
  const computed = await compute(
    list.map(({ inputs }) => inputs),
    outputs,
  )
  return { kind: 'scenarios', rows: list.map(({ name }, i) => ({ name, ...at(computed, i) })) }
}

function at(computed: readonly ComputedRecord[], index: number): ComputedRecord {
  return computed[index] ?? { outputs: null, error: 'It was not computed' }
}

/** An output by name, ignoring case. */
function valueOf({ outputs }: ComputedRecord, name: string): unknown {
  return outputs === null ? undefined : lowerCased(outputs).get(name.toLowerCase())
}

function withValues(inputs: Inputs, values: readonly (readonly [string, unknown])[]): Inputs {
  const changed = new Set(values.map(([name]) => name.toLowerCase()))
  const rest = Object.entries(inputs).filter(([name]) => !changed.has(name.toLowerCase()))
  return Object.fromEntries([...rest, ...values])
}

function lowerCased(record: Inputs): Map<string, unknown> {
  return new Map(Object.entries(record).map(([name, value]) => [name.toLowerCase(), value]))
}

/** An unknown name would be ignored, and every result would look as if nothing mattered. */
function requireNames(question: WhatIfQuestion, { inputs, outputs }: Ports): void {
  const named =
    question.kind === 'sweep'
      ? { inputs: question.vary.map(({ input }) => input), outputs: question.outputs }
      : question.kind === 'scenarios'
        ? { inputs: question.scenarios.flatMap((each) => Object.keys(each.inputs)), outputs: question.outputs }
        : { inputs: question.kind === 'solve' ? [question.input] : [], outputs: [question.output] }
  const given = question.kind === 'scenarios' ? [] : Object.keys(question.inputs)
  requireKnown('input', [...named.inputs, ...given], inputs)
  requireKnown('output', named.outputs, outputs)
}

function requireKnown(kind: 'input' | 'output', names: readonly string[], ports: readonly EnginePort[]): void {
  const known = new Set(ports.map(({ name }) => name.toLowerCase()))
  const wrong = names.find((name) => !known.has(name.toLowerCase()))
  if (wrong !== undefined) {
    const message = kind === 'input' ? `There is no input "${wrong}"` : `There is no output "${wrong}"`
    throw invalid(`body.${kind}`, message, ports.map(({ name }) => name).join(', '))
  }
}

function invalid(field: string, message: string, allowed: string): CallError {
  return new CallError('INVALID_INPUT', message, [{ field, message, allowed }])
}
