import { executeInputs } from '@sheetwright/contract/execution/execute-inputs.ts'
import { handle } from '../../platform/http/handle.ts'
import { assertSubservice } from './asked-subservice.ts'
import { runEngine } from './run-engine.ts'
import { keepRun, purposes } from './keep-run.ts'
import { recordOptions, subserviceOf, wantedVersion } from './run-meta.ts'
import type { RecordResult } from './run-records.ts'
import { inputsUsed } from './shape-answer.ts'
import { validationErrorOf } from './validation-error.ts'

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
    assertSubservice(engine, version, subserviceOf(meta.service_category))
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
