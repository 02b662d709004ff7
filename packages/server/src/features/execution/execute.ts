import { executeEngine, executeInputs } from '@sheetwright/contract/execution/execute.ts'
import type { ResultOf } from '@sheetwright/contract/call.ts'
import { handle } from '../../platform/http/handle.ts'
import { JsonText } from '../../platform/http/json-text.ts'
import { type Executed, executeSingle } from './execute-single.ts'
import { runEngine } from './run-engine.ts'
import { keepRun, purposes } from './keep-run.ts'
import { recordOptions, subserviceOf, wantedVersion } from './run-meta.ts'
import type { RecordResult } from './run-records.ts'
import { errorTypeOf } from './error-type.ts'
import { inputsUsed, withArrays } from './shape-answer.ts'
import type { RequestMeta } from '@sheetwright/contract/execution/request.ts'
import type { EngineInputs, Message } from '@sheetwright/runtime/engine/engine.ts'

type RunResult = ResultOf<typeof executeEngine>

export const executeEngineHandler = handle(executeEngine, (context) => {
  const { caller, params, body, services, correlationId, bodyText } = context
  const { inputs } = body.request_data
  return executeSingle(
    services.execution,
    {
      tenantId: caller.tenantId,
      caller,
      target: { kind: 'engine', ...params },
      inputs,
      meta: body.request_meta,
      requestId: correlationId,
      requestText: bodyText,
    },
    (executed) => JsonText.of(runResultOf(executed, inputs, body.request_meta, caller.tenantName)),
  )
})

function runResultOf(executed: Executed, inputs: EngineInputs, meta: RequestMeta, tenantName: string): RunResult {
  const { chosen, engine, result, doneText } = executed
  const { version } = chosen
  const { ports } = engine
  return {
    callId: executed.callId,
    serviceName: version.serviceName,
    versionId: version.id,
    revision: version.revision,
    xlInputs: inputsUsed(engine, meta.service_category, inputs),
    xOutput: withArrays(result.outputs, meta.array_outputs),
    imageInputs: ports.images.map(({ name }) => name),
    solveInputs: ports.solves.map(({ name, maxChange, maxIterations }) => {
      const ran = result.solves.find((solve) => solve.name === name)
      return {
        solveName: name,
        targetValue: ran?.target ?? null,
        maxChange,
        maxIteration: maxIterations,
        intialGuess: ran?.result.history[0]?.input ?? null,
        runIfTrue: ran !== undefined,
      }
    }),
    reportInputs: ports.reports.map(({ name }) => name),
    validationErrors: result.errors.map(validationErrorOf),
    engineWarnings: executed.warnings.map(({ key, message }) => ({ key, value: message })),
    fetchTimeUTC: executed.atText,
    lastCalcTime: doneText,
    totalTime: result.micros / 1000,
    referenceUpdateRequired: false,
    ...(meta.debug_solve === true ? { solves: [...result.solves] } : {}),
    ...(executed.trace === undefined ? {} : { trace: [...executed.trace] }),
    ...(meta.excel_file === true ? { excelFile: workbookAddress(tenantName, executed) } : {}),
  }
}

export function workbookAddress(tenantName: string, { chosen: { version }, callId }: Executed): string {
  const [product, engine] = [version.productId, version.engineId]
  return `/${tenantName}/api/v3/folders/${product}/services/${engine}/download/${callId}`
}

export function validationErrorOf(error: Message): RunResult['validationErrors'][number] {
  const { key, message, cell = '' } = error
  return { sourcePath: cell, message, additionalDetails: key, errorType: errorTypeOf(error) }
}

export const executeInputsHandler = handle(executeInputs, async (context) => {
  const { caller, params, body, services, correlationId, bodyText } = context
  const { execution } = services
  const { inputs } = body.request_data
  const meta = body.request_meta
  const { tenantId } = caller
  const at = new Date()
  const target = { kind: 'engine', ...params } as const
  const { version } = await execution.directory.choose(tenantId, caller, target, wantedVersion(meta))
  const call = {
    tenantId,
    at,
    caller,
    version,
    meta,
    purpose: purposes.inputs,
    requestId: correlationId,
    subservice: subserviceOf(meta.service_category) ?? null,
    requestText: bodyText || '{}',
  }
  return keepRun(execution, call, async (marks) => {
    const { engine, results, validations } = await runEngine(execution, tenantId, version, {
      records: [inputs],
      options: { ...recordOptions(at, meta, marks), validate: false, outputs: [] },
      also: 'validations',
    })
    const states = new Map(validations?.map((state) => [state.name, state]))
    const used = Object.entries(inputsUsed(engine, meta.service_category, inputs))
    const { errors, micros } = results[0] as RecordResult
    const answer = {
      xlInputs: used.map(([name, value]) => {
        const { min = null, max = null, options = null } = states.get(name) ?? {}
        return { name, value, min, max, options: options && [...options] }
      }),
      validationErrors: errors.map(validationErrorOf),
    }
    return { answer, failed: errors.length > 0, micros }
  })
})
