import type { BodyOf, ResultOf } from '@sheetwright/contract/call.ts'
import { executeBatch } from '@sheetwright/contract/execution/batch-execute.ts'
import { batchRecords, repeatedHeading } from '@sheetwright/contract/execution/batch-records.ts'
import type { EngineInputs } from '@sheetwright/runtime/engine/engine.ts'
import { newId } from '../../platform/db/new-id.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { JsonText } from '../../platform/http/json-text.ts'
import { type CallOutcome, keepCall } from '../call-log/kept-call.store.ts'
import type { Target } from './engine-directory.ts'
import { legacyErrors, legacyWarnings } from './legacy-execute.ts'
import { keptFailure, outsideWarning } from './execute-single.ts'
import { runEngine } from './run-engine.ts'
import { marksOf, recordOptions, subserviceOf, wantedVersion } from './run-meta.ts'
import { readServiceUri } from './service-uri.ts'

type Body = BodyOf<typeof executeBatch>
type Answer = ResultOf<typeof executeBatch>

export const executeBatchHandler = handle(executeBatch, async (context) => {
  const { caller, body, services, correlationId, bodyText } = context
  const { execution } = services
  const { tenantId } = caller
  const at = new Date()
  const { target, revision } = targetOf(body)
  const records = recordsOf(body)
  const chosen = await execution.directory.choose(
    tenantId,
    caller,
    target,
    wantedVersion({ version_id: body.version_id, version: revision, transaction_date: body.version_by_timestamp }),
  )
  const { version } = chosen
  const outside = outsideWarning(chosen, at, body.version_by_timestamp)
  const marks = marksOf(body, correlationId)
  const callIds = records.map(() => newId(at.getTime()))
  const callId = newId(at.getTime())
  const keep = (outcome: CallOutcome) =>
    keepCall(execution.calls, {
      tenantId,
      callId,
      at,
      caller,
      version,
      marks,
      subservice: subserviceOf(body.subservice) ?? null,
      requestText: bodyText,
      recordCallIds: callIds,
      ...outcome,
    })
  const { engine, results } = await runEngine(execution, tenantId, version, {
    records,
    transactionDate: body.version_by_timestamp,
    options: recordOptions(at, {
      service_category: body.subservice,
      requested_output: namesOf(body.output),
      validate: body.validate,
    }),
  }).catch(async (error: unknown) => {
    const response = keptFailure(error)
    const micros = (Date.now() - at.getTime()) * 1000
    if (response !== undefined) await keep({ responseText: response, failed: records.length, micros })
    throw error
  })
  const answer = JsonText.of<Answer>({
    outputs: results.map(({ outputs }) => outputs),
    process_time: results.map(({ micros }) => micros / 1000),
    warnings: results.map(({ warnings }) => legacyWarnings(outside === undefined ? warnings : [...warnings, outside])),
    errors: results.map(({ errors }) => legacyErrors(errors)),
    service_chain: results.map(() => null),
    call_ids: callIds,
    service_id: version.engineId,
    version_id: version.id,
    version: version.revision,
    call_id: callId,
    compiler_version: engine.compilerVersion,
    correlation_id: marks.correlationId,
    request_timestamp: at.toISOString(),
  })
  await keep({
    responseText: answer.text,
    failed: results.filter(({ errors }) => errors.length > 0).length,
    micros: results.reduce((sum, { micros }) => sum + micros, 0),
  })
  return answer
})

function targetOf({ service, version_id }: Body): { target: Target; revision: string | undefined } {
  if (service) return readServiceUri(service, 'body.service')
  if (version_id) return { target: { kind: 'version', versionId: version_id }, revision: undefined }
  throw new CallError('INVALID_INPUT', 'The request does not say which service is meant', [
    { field: 'body.service', message: 'is missing', allowed: 'folder/service, an id, or version_id' },
  ])
}

function recordsOf({ inputs }: Body): readonly EngineInputs[] {
  const repeated = repeatedHeading(inputs)
  if (repeated === undefined) return batchRecords(inputs)
  throw new CallError('INVALID_INPUT', `Two columns of the inputs are called "${repeated}"`, [
    { field: 'body.inputs.0', message: `names "${repeated}" twice` },
  ])
}

function namesOf(given: Body['output']): string[] {
  const names = typeof given === 'string' ? given.split(',') : (given ?? [])
  return names.map((name) => name.trim()).filter((name) => name !== '')
}
