import type { InputValidation } from '@sheetwright/runtime/engine/describe-validations.ts'
import type { EngineInputs } from '@sheetwright/runtime/engine/call.ts'
import type { AccessLevel } from '@sheetwright/contract/permissions/access-level.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import type { RunnableVersion } from '../engines/engine-version.store.ts'
import type { Execution } from './execution.ts'
import { keepRun, purposes } from './keep-run.ts'
import { legacyErrors, legacyWarnings } from './legacy-messages.ts'
import type { LoadedEngine } from './loaded-engines.ts'
import type { SliceTexts } from './record-texts.ts'
import { runBatch } from './run-batch.ts'
import { runEngine } from './run-engine.ts'
import { marksOf, recordOptions } from './run-meta.ts'
import type { RecordResult } from './run-records.ts'

/** Names an engine to execute by product and engine, and optionally by version. */
export interface EngineChoice {
  readonly caller: Exclude<CallerIdentity, { kind: 'anyone' }>
  readonly product: string
  readonly engine: string
  readonly versionId: string | undefined
}

export interface ExecutableEngine {
  readonly version: RunnableVersion
  readonly access: AccessLevel
  readonly engine: LoadedEngine
}

/** For features that show or compute an engine: the engine, if the caller may execute it; throws otherwise. */
export async function requireExecutable(execution: Execution, choice: EngineChoice): Promise<ExecutableEngine> {
  const { caller, product, engine, versionId } = choice
  const target = { kind: 'engine', product, engine } as const
  const { version, access } = await execution.directory.choose(caller.tenantId, caller, target, { versionId })
  return { version, access, engine: await execution.engines.get(caller.tenantId, version) }
}

export interface Calculation {
  readonly result: RecordResult
  readonly validations: readonly InputValidation[]
}

/** Computes one record for a page, and logs the call. */
export function calculateFor<Answer>(
  execution: Execution,
  { version }: ExecutableEngine,
  { caller, inputs, requestId, requestText }: CalculationRequest,
  write: (calculation: Calculation) => Answer,
): Promise<Answer> {
  const at = new Date()
  const { tenantId } = caller
  const call = { tenantId, at, caller, version, meta: {}, purpose: purposes.calculator, requestId, subservice: null }
  return keepRun(execution, { ...call, requestText: requestText || '{}' }, async (marks) => {
    const { results, validations = [] } = await runEngine(execution, tenantId, version, {
      records: [inputs],
      options: recordOptions(at, {}, marks),
      also: 'validations',
    })
    const result = results[0] as RecordResult
    if (result.ended !== undefined) {
      throw new CallError('CALCULATION_LIMIT_EXCEEDED', result.errors.at(-1)?.message ?? 'The calculation was stopped')
    }
    return { answer: write({ result, validations }), failed: result.errors.length > 0, micros: result.micros }
  })
}

interface CalculationRequest {
  readonly caller: EngineChoice['caller']
  readonly inputs: EngineInputs
  readonly requestId: string
  /** The request body as sent, for the log. */
  readonly requestText: string
}

/** The result of one record of a batch, or why it has none. */
interface BatchRecord {
  readonly outputs: Readonly<Record<string, unknown>> | null
  readonly error: string | null
}

type ComputeBatch = (records: readonly EngineInputs[], outputs: readonly string[]) => Promise<BatchRecord[]>

/** Computes as many batches as a page needs for one answer, and logs them as one call. */
export function calculateBatchFor<Answer>(
  execution: Execution,
  { version }: ExecutableEngine,
  { caller, requestId, requestText }: Omit<CalculationRequest, 'inputs'>,
  answer: (compute: ComputeBatch) => Promise<Answer>,
): Promise<Answer> {
  const at = new Date()
  const { tenantId } = caller
  const call = { tenantId, at, caller, version, meta: {}, purpose: purposes.whatIf, requestId, subservice: null }
  return keepRun(execution, { ...call, requestText: requestText || '{}' }, async (marks) => {
    const options = recordOptions(at, {}, marks)
    let micros = 0
    const compute: ComputeBatch = async (records, outputs) => {
      const { texts } = await runBatch(execution, tenantId, version, {
        inputs: { kind: 'read', records },
        options: { ...options, outputs: outputs.length === 0 ? undefined : outputs },
        warning: undefined,
      })
      micros += texts.reduce((sum, slice) => sum + slice.micros, 0)
      return texts.flatMap(recordsOf)
    }
    return { answer: await answer(compute), failed: false, micros }
  })
}

function recordsOf({ outputs, errors }: SliceTexts): BatchRecord[] {
  const given = JSON.parse(`[${outputs}]`) as (Record<string, unknown> | null)[]
  const failures = JSON.parse(`[${errors}]`) as ({ readonly message: string }[] | null)[]
  return given.map((each, i) => ({ outputs: each, error: failures[i]?.[0]?.message ?? null }))
}

/** Computes one record for an example in a document; no caller made it, so it is not logged. */
export async function computeExample(
  execution: Execution,
  { version }: ExecutableEngine,
  tenantId: string,
  inputs: EngineInputs,
  subservice: string | undefined,
): Promise<ExampleAnswer> {
  const meta = subservice === undefined ? {} : { service_category: subservice }
  const options = recordOptions(new Date(), meta, marksOf({}, ''))
  const { results } = await runEngine(execution, tenantId, version, { records: [inputs], options })
  const [result] = results
  if (result === undefined || result.ended !== undefined || result.failure !== undefined)
    throw new CallError('CALCULATION_LIMIT_EXCEEDED', 'The example could not be computed')
  const isRefused = result.refused === true
  const { outputs, warnings, errors } = result
  return {
    isRefused,
    status: isRefused ? 'Error' : 'Success',
    response_data: {
      outputs: isRefused ? null : outputs,
      warnings: legacyWarnings(warnings),
      errors: legacyErrors(errors),
    },
  }
}

/** What `…/execute` answers, without what differs from call to call. */
export interface ExampleAnswer {
  readonly isRefused: boolean
  readonly status: 'Success' | 'Error'
  readonly response_data: Readonly<Record<'outputs' | 'warnings' | 'errors', unknown>>
}
