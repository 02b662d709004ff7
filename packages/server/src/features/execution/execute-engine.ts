import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { handle } from '../../platform/http/handle.ts'
import { JsonText } from '../../platform/http/json-text.ts'
import { type Executed, executeSingle } from './execute-single.ts'
import { assertInputsTaken } from './refused-inputs.ts'
import { inputsUsed, withArrays } from './shape-answer.ts'
import type { RequestMeta } from '@sheetwright/contract/execution/request.ts'
import type { EngineInputs } from '@sheetwright/runtime/engine/call.ts'
import { solveDetailOf } from './solve-detail.ts'
import { type RunResult, validationErrorOf } from './validation-error.ts'
import { workbookAddress } from './workbook-address.ts'

export const executeEngineHandler = handle(executeEngine, (context) => {
  const { caller, params, body, services, correlationId, bodyText, tellLimit } = context
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
      tellLimit,
    },
    (executed) => {
      assertInputsTaken(executed, { inputs, meta: body.request_meta })
      return JsonText.of(runResultOf(executed, inputs, body.request_meta, caller.tenantName))
    },
  )
})

export function runResultOf(
  executed: Executed,
  inputs: EngineInputs,
  meta: RequestMeta,
  tenantName: string,
): RunResult {
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
    referenceUpdateRequired: version.referenceUpdateRequired,
    ...(meta.debug_solve === true ? { solves: result.solves.map(solveDetailOf) } : {}),
    ...(executed.trace === undefined ? {} : { trace: [...executed.trace] }),
    ...(meta.excel_file === true ? { excelFile: workbookAddress(tenantName, executed) } : {}),
  }
}
