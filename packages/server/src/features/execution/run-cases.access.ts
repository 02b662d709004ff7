import { CallError } from '../../platform/http/call-error.ts'
import type { Services } from '../../services.ts'
import type { RunnableVersion } from '../engines/engine-version.store.ts'
import type { EngineInputs } from '@sheetwright/runtime/engine/engine.ts'
import type { TracedCell, TraceEnd } from '@sheetwright/compiler/explain/trace-run.ts'
import { runBatch } from './run-batch.ts'
import { runEngine } from './run-engine.ts'
import type { SliceTexts } from './record-texts.ts'
import type { RecordSource } from './read-records.ts'
import type { RecordOptions, RecordResult } from './run-records.ts'

/** What the cases of a run are computed with. */
export interface CaseComputer {
  readonly execution: Services['execution']
  readonly tenantId: string
  readonly version: RunnableVersion
  readonly options: RecordOptions
  /** How long one batch may take, in seconds. */
  readonly seconds: number
  readonly signal: AbortSignal
}

type Texts = Pick<SliceTexts, 'count' | 'outputs' | 'times' | 'errors'>

/** Parts that a batch is cut into, so that all threads have something to do until its end. */
const parts = 4
const busyMs = 500

/**
 * Computes cases, given as lines of JSON, on the path of batches. A batch that is ended by its limits is computed again in
 * halves, so that only the case that passes a limit has no result.
 */
export async function runCases(computer: CaseComputer, lines: readonly string[]): Promise<readonly Texts[]> {
  const begun = performance.now()
  try {
    const texts = await computeBatch(computer, lines)
    // Cases at its end may have been refused because those before them took too long.
    const isLate = performance.now() - begun > computer.seconds * 500
    if (!isLate || lines.length === 1 || texts.every(({ failed }) => failed === 0)) return texts
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'CALCULATION_LIMIT_EXCEEDED') throw error
    if (lines.length === 1) return [stopped(error.message)]
  }
  const half = Math.ceil(lines.length / 2)
  return [...(await runCases(computer, lines.slice(0, half))), ...(await runCases(computer, lines.slice(half)))]
}

async function computeBatch(computer: CaseComputer, lines: readonly string[]): Promise<readonly SliceTexts[]> {
  const { execution, tenantId, version, options, signal } = computer
  for (;;) {
    signal.throwIfAborted()
    try {
      const { texts } = await runBatch(execution, tenantId, version, {
        inputs: inputsOf(version, lines),
        options,
        warning: undefined,
      })
      return texts
    } catch (error) {
      // All threads are taken: requests of people go first.
      if (!(error instanceof CallError) || error.code !== 'SERVICE_UNAVAILABLE') throw error
      await new Promise((resolve) => setTimeout(resolve, busyMs))
    }
  }
}

function inputsOf({ engineType }: RunnableVersion, lines: readonly string[]) {
  if (engineType !== 'Type1' && engineType !== 'Type2') {
    return { kind: 'read', records: lines.map((line) => JSON.parse(line) as EngineInputs) } as const
  }
  const source = (some: readonly string[]): RecordSource => ({
    kind: 'part',
    text: some.join(','),
    headings: undefined,
  })
  const size = Math.max(1, Math.ceil(lines.length / parts))
  const cut = Array.from({ length: Math.ceil(lines.length / size) }, (_, i) =>
    source(lines.slice(i * size, (i + 1) * size)),
  )
  return { kind: 'text', parts: cut, whole: source(lines) } as const
}

function stopped(message: string): Texts {
  const error = { message, additional_details: '', source_path: '' }
  return { count: 1, outputs: 'null', times: '0', errors: JSON.stringify([error]) }
}

type Execution = Services['execution']

/** Every cell of one calculation, made by the reference evaluator whatever computes the engine. */
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

/** Results of records with a given moment and seed, as callers get them; those that passed a limit are undefined. */
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
