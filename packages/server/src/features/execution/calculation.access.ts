import type { InputValidation } from '@sheetwright/runtime/engine/describe-validations.ts'
import type { EngineInputs } from '@sheetwright/runtime/engine/engine.ts'
import type { AccessLevel } from '@sheetwright/contract/permissions/access-level.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import type { RunnableVersion } from '../engines/engine-version.store.ts'
import type { Execution } from './execution.ts'
import { keepRun, purposes } from './keep-run.ts'
import type { LoadedEngine } from './loaded-engines.ts'
import { runEngine } from './run-engine.ts'
import { recordOptions } from './run-meta.ts'
import type { RecordResult } from './run-records.ts'

/** An engine that somebody may execute, by product and engine, and by version where one is named. */
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

/** For features that show or compute an engine: what the caller may execute, or a refusal. */
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

/** Computes one record for a page, and keeps the call. */
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
  /** The body as it was sent, for the log. */
  readonly requestText: string
}
