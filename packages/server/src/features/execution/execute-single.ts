import type { RequestMeta } from '@sheetwright/contract/execution/request.ts'
import type { EngineInputs, Message } from '@sheetwright/runtime/engine/call.ts'
import { newId } from '../../platform/db/new-id.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import type { TellLimit } from '../../platform/http/tell-limit.ts'
import { type CallOutcome, keepCall } from '../call-log/kept-call.store.ts'
import { assertSubservice } from './asked-subservice.ts'
import type { Chosen, Target } from './engine-directory.ts'
import type { Execution } from './execution.ts'
import { keepRefusal } from './keep-refusal.ts'
import { keptFailure } from './kept-failure.ts'
import { runEngine } from './run-engine.ts'
import type { LoadedEngine } from './loaded-engines.ts'
import { type CallMarks, marksOf, recordOptions, subserviceOf, wantedVersion } from './run-meta.ts'
import type { RecordResult } from './run-records.ts'
import type { EngineTask, EngineTaskResult } from './engine-task.ts'

export interface SingleRequest {
  readonly tenantId: string
  readonly caller: CallerIdentity
  readonly target: Target
  readonly inputs: EngineInputs
  readonly meta: RequestMeta
  readonly requestId: string
  /** The request body as sent, for the log. */
  readonly requestText: string
  /** The time of the call, for generated calls; now if omitted. */
  readonly at?: Date
  readonly tellLimit?: TellLimit
}

/** One execution, before its answer is written. */
export interface Executed {
  readonly callId: string
  /** Start and end times. */
  readonly atText: string
  readonly doneText: string
  readonly chosen: Chosen
  readonly engine: LoadedEngine
  readonly result: RecordResult
  readonly warnings: readonly Message[]
  readonly marks: CallMarks
  /** Only for an interpreted engine. */
  readonly trace: EngineTaskResult['trace'] | undefined
}

/** Runs one record and logs the call; `write` produces the answer's text, which is logged too. */
export async function executeSingle<Answer extends { readonly text: string }>(
  execution: Execution,
  request: SingleRequest,
  write: (executed: Executed) => Answer,
): Promise<Answer> {
  const { tenantId, caller, target, meta, requestText } = request
  const at = request.at ?? new Date()
  const callId = newId(at.getTime())
  const from = performance.now()
  const marks = marksOf(meta, request.requestId)
  const about = {
    tenantId,
    at,
    caller,
    marks,
    subservice: subserviceOf(meta.service_category) ?? null,
    requestText: requestText === '' ? '{}' : requestText,
  }
  const found = execution.directory.choose(tenantId, caller, target, wantedVersion(meta))
  const chosen = found instanceof Promise ? await kept(found) : found
  const { version } = chosen
  const allowed = execution.callLimits.takeEngine(tenantId, caller, version.engineId, request.tellLimit)
  if (allowed instanceof Promise) await allowed
  const keep = (outcome: CallOutcome) => keepCall(execution.calls, { ...about, callId, version, ...outcome })
  try {
    const also: EngineTask['also'] = version.engineType === 'Type2' ? 'trace' : undefined
    const ran = runEngine(execution, tenantId, version, {
      records: [request.inputs],
      options: recordOptions(at, meta, marks),
      transactionDate: meta.transaction_date,
      ...(also === undefined ? {} : { also }),
    })
    // Await even a finished run: this yields, so that calls received together are all computed before any is answered.
    const run = await ran
    assertSubservice(run.engine, version, about.subservice ?? undefined)
    const result = run.results[0] as RecordResult
    if (result.ended !== undefined) throw limitExceeded(result)
    if (result.failure !== undefined) throw failedUnexpectedly(result)
    const [atText, doneText] = [execution.timeText(at.getTime()), execution.timeText(Date.now())]
    const outside = outsideWarning(chosen, at, meta.transaction_date)
    const warnings = outside === undefined ? result.warnings : [...result.warnings, outside]
    const answer = write({
      callId,
      atText,
      doneText,
      chosen,
      engine: run.engine,
      result,
      warnings,
      marks,
      trace: run.trace,
    })
    const written = keep({
      responseText: answer.text,
      failed: result.errors.length > 0 ? 1 : 0,
      warnings: warnings.length > 0 ? 1 : 0,
      micros: result.micros,
    })
    if (written !== undefined) await written
    return answer
  } catch (error) {
    const responseText = keptFailure(error)
    if (responseText !== undefined) {
      await keep({ responseText, failed: 1, micros: Math.round((performance.now() - from) * 1000) })
    }
    throw error
  }

  async function kept(choosing: Promise<Chosen>): Promise<Chosen> {
    try {
      return await choosing
    } catch (error) {
      await keepRefusal(execution, about, error)
      throw error
    }
  }
}

function limitExceeded({ errors }: RecordResult): CallError {
  return new CallError('CALCULATION_LIMIT_EXCEEDED', errors.at(-1)?.message ?? 'The calculation was stopped')
}

/** The log already has the stack, under the correlation id in the message. */
function failedUnexpectedly({ errors }: RecordResult): CallError {
  return new CallError('INTERNAL_SERVER_ERROR', errors[0]?.message ?? 'The calculation failed unexpectedly')
}

/** The warning for a caller who named a version that is not in effect on the date. */
export function outsideWarning(
  { version, isOutside }: Chosen,
  at: Date,
  askedDate: string | null | undefined,
): Message | undefined {
  if (!isOutside) return undefined
  const day = (askedDate ?? at.toISOString()).slice(0, 10)
  const [from, to] = [version.effectiveStart, version.effectiveEnd].map((date) => date.toISOString().slice(0, 10))
  return {
    key: 'transaction_date',
    message: `Version ${version.revision} is in effect from ${from} to ${to}, and not on ${day}.`,
  }
}
