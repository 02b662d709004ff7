import { CallError } from '../../platform/http/call-error.ts'
import type { Services } from '../../services.ts'
import type { RunnableVersion } from '../engines/engine-version.store.ts'
import type { EngineInputs } from '@sheetwright/runtime/engine/call.ts'
import type { TracedCell, TraceEnd } from '@sheetwright/compiler/run.ts'
import type { BatchInputs } from './batch-inputs.ts'
import { refusedRecord } from './compute-slice.ts'
import type { ComputedCases } from './computed-cases.ts'
import { runBatch } from './run-batch.ts'
import { runEngine } from './run-engine.ts'
import type { SliceTexts } from './record-texts.ts'
import { takerFor } from './results-taker.ts'
import type { ComputedRows } from './computed-rows.ts'
import type { CaseLines, CaseSource, RecordSource, RowSource } from './read-records.ts'
import type { RecordOptions, RecordResult } from './run-records.ts'

export type { CaseCounts } from './computed-cases.ts'
export { resultColumns } from './case-results.ts'
export type { ComputedRows } from './computed-rows.ts'
export type { CaseLines } from './read-records.ts'

/** The engine and options that cases of a run are computed with. */
export interface CaseComputer {
  readonly execution: Services['execution']
  readonly tenantId: string
  readonly version: RunnableVersion
  readonly options: RecordOptions
  /** Time limit of one batch, in seconds. */
  readonly seconds: number
  readonly signal: AbortSignal
}

type Texts = Pick<SliceTexts, 'count' | 'outputs' | 'times' | 'errors'>

/** Consecutive cases as JSON, separated by commas. */
export interface CasePart {
  readonly text: string
  readonly count: number
}

const busyMs = 500

/** Computes cases like batches, part by part in several threads; returns their results as texts. */
export function runCases(computer: CaseComputer, parts: readonly CasePart[]): Promise<readonly Texts[]> {
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  return runWithin<Texts>(computer, total, {
    compute: (from, count) => computeBatch(computer, inputsOf(count === total ? parts : [cutPart(parts, from, count)])),
    stopped: (_, message) => {
      const error = { message, additional_details: '', source_path: '' }
      return { count: 1, outputs: 'null', times: '0', errors: JSON.stringify([error]) }
    },
  })
}

/**
 * Computes cases of a test bed in this many parts at once; returns their results as pages of a file, in the order of
 * the cases.
 */
export async function runTestCases(
  computer: CaseComputer,
  lines: readonly CaseLines[],
  setup: CaseSource['setup'],
  partsAtOnce: number,
): Promise<readonly ComputedCases[]> {
  const sourceOf = (from: number, count: number): CaseSource => ({
    kind: 'cases',
    setup,
    lines: cutLines(lines, from, count),
  })
  const total = lines.reduce((sum, { count }) => sum + count, 0)
  const texts = await runWithin<Pick<SliceTexts, 'cases'>>(computer, total, {
    compute: (from, count) => {
      const size = Math.max(1, Math.ceil(count / partsAtOnce))
      const sources = Array.from({ length: Math.ceil(count / size) }, (_, i) =>
        sourceOf(from + i * size, Math.min(size, count - i * size)),
      )
      return computeBatch(computer, { kind: 'text', parts: sources, whole: sourceOf(from, count) })
    },
    stopped: (place, message) => stoppedIn(sourceOf(place, 1), message),
  })
  return texts.flatMap(({ cases }) => cases ?? [])
}

/** Computes a block of a portfolio; returns the results as pages and lines of its files, in the order of the records. */
export async function runRows(
  computer: CaseComputer,
  plan: RowSource['plan'],
  { bytes, count: total }: { readonly bytes: Uint8Array; readonly count: number },
): Promise<readonly ComputedRows[]> {
  const sourceOf = (first: number, count: number): RowSource => ({ kind: 'rows', plan, block: bytes, first, count })
  const texts = await runWithin<Pick<SliceTexts, 'rows'>>(computer, total, {
    compute: (from, count) => {
      const whole = sourceOf(from, count)
      return computeBatch(computer, { kind: 'text', parts: [whole], whole })
    },
    stopped: (place, message) => stoppedIn(sourceOf(place, 1), message),
  })
  return texts.flatMap(({ rows }) => rows ?? [])
}

/** The result of the only record of a source, which exceeded a limit. */
function stoppedIn(source: RecordSource, message: string): SliceTexts {
  const results = takerFor(source, undefined)
  results.add(refusedRecord(message), 0)
  return results.end()
}

/** A range of the cases. */
export function cutLines(lines: readonly CaseLines[], from: number, count: number): CaseLines[] {
  const taken: CaseLines[] = []
  let before = 0
  for (const block of lines) {
    const begin = Math.max(0, from - before)
    const end = Math.min(block.count, from + count - before)
    if (begin < end) taken.push(cutBlock(block, begin, end - begin))
    before += block.count
  }
  return taken
}

/** Taking all of it copies nothing. */
function cutBlock(lines: CaseLines, from: number, count: number): CaseLines {
  if (from === 0 && count >= lines.count) return lines
  const cut = (text: string) => {
    const begin = placeOfLine(text, 0, from)
    return text.slice(begin, placeOfLine(text, begin, count) - 1)
  }
  return {
    first: lines.first + from,
    count,
    inputs: cut(lines.inputs),
    expected: cut(lines.expected),
    marks: cut(lines.marks),
  }
}

/** The start of the line this many lines later. */
function placeOfLine(text: string, begin: number, lines: number): number {
  let place = begin
  for (let i = 0; i < lines; i++) {
    const end = text.indexOf('\n', place)
    if (end < 0) return text.length + 1
    place = end + 1
  }
  return place
}

/**
 * Computes a batch. A batch that exceeds its limits is computed again in halves, so that only the case that exceeds a
 * limit has no result.
 */
async function runWithin<T>(
  computer: CaseComputer,
  count: number,
  work: {
    readonly compute: (from: number, count: number) => Promise<readonly (T & Pick<SliceTexts, 'failed'>)[]>
    /** The result of the single case at this index, which exceeded a limit. */
    readonly stopped: (place: number, message: string) => T
  },
  from = 0,
): Promise<readonly T[]> {
  const begun = performance.now()
  try {
    const texts = await work.compute(from, count)
    // Cases at the end may have been refused because earlier ones took too long.
    const isLate = performance.now() - begun > computer.seconds * 500
    if (!isLate || count === 1 || texts.every(({ failed }) => failed === 0)) return texts
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'CALCULATION_LIMIT_EXCEEDED') throw error
    if (count === 1) return [work.stopped(from, error.message)]
  }
  const half = Math.ceil(count / 2)
  const first = await runWithin(computer, half, work, from)
  return [...first, ...(await runWithin(computer, count - half, work, from + half))]
}

async function computeBatch(computer: CaseComputer, inputs: BatchInputs): Promise<readonly SliceTexts[]> {
  const { execution, tenantId, version, options, signal } = computer
  for (;;) {
    signal.throwIfAborted()
    try {
      const { texts } = await runBatch(execution, tenantId, version, { inputs, options, warning: undefined })
      return texts
    } catch (error) {
      // All threads are busy: people's requests go first.
      if (!(error instanceof CallError) || error.code !== 'SERVICE_UNAVAILABLE') throw error
      await new Promise((resolve) => setTimeout(resolve, busyMs))
    }
  }
}

function inputsOf(parts: readonly CasePart[]): BatchInputs {
  const source = (text: string): RecordSource => ({ kind: 'part', text, headings: undefined })
  return {
    kind: 'text',
    parts: parts.map(({ text }) => source(text)),
    // Seldom needed, so the texts are joined only on demand.
    get whole() {
      return source(textOf(parts))
    },
  }
}

/** A range of the cases. */
export function cutPart(parts: readonly CasePart[], from: number, count: number): CasePart {
  const cases = (JSON.parse(`[${textOf(parts)}]`) as unknown[]).slice(from, from + count)
  return { text: JSON.stringify(cases).slice(1, -1), count: cases.length }
}

function textOf(parts: readonly CasePart[]): string {
  return parts.map(({ text }) => text).join(',')
}

type Execution = Services['execution']

/** Every cell of one calculation, by the reference evaluator, whatever computes the engine. */
export async function tracedRun(
  execution: Execution,
  tenantId: string,
  version: RunnableVersion,
  inputs: EngineInputs,
  { at, seed }: { readonly at: number; readonly seed: number },
): Promise<readonly (TracedCell | TraceEnd)[]> {
  const { trace = [] } = await runEngine(
    execution,
    tenantId,
    { ...version, engineType: 'Type2' },
    {
      records: [inputs],
      options: { at, seed, correlationId: '', subservice: undefined, outputs: undefined, validate: false },
      also: 'trace',
    },
  )
  return trace
}

/** Results of records with a given time and seed, as callers get them; undefined for records that exceeded a limit. */
export async function computedRecords(
  execution: Execution,
  tenantId: string,
  version: RunnableVersion,
  records: readonly EngineInputs[],
  { at, seed }: { readonly at: number; readonly seed: number },
): Promise<readonly (RecordResult | undefined)[]> {
  const options = { at, seed, correlationId: '', subservice: undefined, outputs: undefined, validate: undefined }
  const { results } = await runEngine(execution, tenantId, version, { records, options })
  return results.map((result) => (result.ended === undefined && result.failure === undefined ? result : undefined))
}

/** The options of a list that depends on other inputs. */
export async function allowedOptions(
  execution: Execution,
  tenantId: string,
  version: RunnableVersion,
  inputs: EngineInputs,
  name: string,
): Promise<readonly unknown[]> {
  const { validations = [] } = await runEngine(execution, tenantId, version, {
    records: [inputs],
    options: { at: Date.now(), seed: 1, correlationId: '', subservice: undefined, outputs: undefined, validate: false },
    also: 'validations',
  })
  return validations.find((validation) => validation.name === name)?.options ?? []
}
