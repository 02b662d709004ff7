import type { BodyOf, ResultOf } from '@sheetwright/contract/call.ts'
import type { executeBatch } from '@sheetwright/contract/execution/execute-batch.ts'
import { newId, newIds } from '../../platform/db/new-id.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import { type CallContext } from '../../platform/http/handle.ts'
import { JsonText } from '../../platform/http/json-text.ts'
import type { TellLimit } from '../../platform/http/tell-limit.ts'
import { type CallOutcome, keepCall } from '../call-log/kept-call.store.ts'
import { assertSubservice } from './asked-subservice.ts'
import { type BatchInputs, batchInputs } from './batch-inputs.ts'
import type { Target } from './engine-directory.ts'
import { outsideWarning } from './execute-single.ts'
import type { Execution } from './execution.ts'
import { asJson, keepRefusal } from './keep-refusal.ts'
import { keptFailure } from './kept-failure.ts'
import type { SliceTexts } from './record-texts.ts'
import { runBatch } from './run-batch.ts'
import { marksOf, recordOptions, subserviceOf, wantedVersion } from './run-meta.ts'
import { readServiceUri } from './service-uri.access.ts'

type Body = BodyOf<typeof executeBatch>

type Answer = ResultOf<typeof executeBatch>

type BatchCall = Pick<CallContext<typeof executeBatch>, 'body' | 'correlationId' | 'bodyText' | 'longList'> & {
  readonly services: { readonly execution: Execution }
  /** Its engine's limit was taken already: that of a chunk, when it was sent. */
  readonly isCounted?: boolean
  readonly tellLimit?: TellLimit
}

export async function runBatchCall(
  {
    caller,
    body,
    services: { execution },
    correlationId,
    bodyText,
    longList,
    isCounted = false,
    tellLimit,
  }: BatchCall & { caller: CallerIdentity },
  tenantId: string,
): Promise<JsonText<Answer>> {
  const at = new Date()
  const { target, revision } = targetOf(body)
  const marks = marksOf(body, correlationId)
  const subservice = subserviceOf(body.subservice) ?? null
  const wanted = { version_id: body.version_id, version: revision, transaction_date: body.version_by_timestamp }
  const choosing = execution.directory.choose(tenantId, caller, target, wantedVersion(wanted))
  const chosen = await Promise.resolve(choosing).catch(async (error: unknown) => {
    await keepRefusal(execution, { tenantId, at, caller, marks, subservice, requestText: bodyText }, error)
    throw error
  })
  const { version } = chosen
  if (!isCounted) await execution.callLimits.takeEngine(tenantId, caller, version.engineId, tellLimit)
  const callId = newId(at.getTime())
  const keep = (recordCallIds: readonly string[] | undefined, outcome: CallOutcome, requestText = bodyText) =>
    keepCall(execution.calls, {
      tenantId,
      callId,
      at,
      caller,
      version,
      marks,
      subservice,
      requestText,
      ...(recordCallIds === undefined ? {} : { recordCallIds }),
      ...outcome,
    })
  const keepFailed = async (error: unknown, inputs?: BatchInputs): Promise<never> => {
    const responseText = keptFailure(error)
    const micros = (Date.now() - at.getTime()) * 1000
    // For a long text that was not computed, the number of records is unknown.
    const ids = inputs?.kind === 'read' ? newIds(inputs.records.length, at.getTime()) : undefined
    const requestText = inputs?.kind === 'read' ? bodyText : asJson(bodyText)
    if (responseText !== undefined) await keep(ids, { responseText, failed: ids?.length ?? 1, micros }, requestText)
    throw error
  }
  let inputs: BatchInputs
  try {
    inputs = batchInputs(body, bodyText, longList)
  } catch (error) {
    return keepFailed(error)
  }
  const { engine, texts } = await runBatch(execution, tenantId, version, {
    inputs,
    transactionDate: body.version_by_timestamp,
    options: recordOptions(
      at,
      {
        service_category: body.subservice,
        requested_output: namesOf(body.output),
        validate: body.validate,
      },
      marks,
    ),
    warning: outsideWarning(chosen, at, body.version_by_timestamp),
  })
    .then((ran) => {
      assertSubservice(ran.engine, version, subservice ?? undefined, 'body.subservice')
      return ran
    })
    .catch((error: unknown) => keepFailed(error, inputs))
  const count = sumOf(texts, (slice) => slice.count)
  const callIds = newIds(count, at.getTime())
  const answer = answerOf(texts, callIds, {
    service_id: version.engineId,
    version_id: version.id,
    version: version.revision,
    call_id: callId,
    compiler_version: engine.compilerVersion,
    correlation_id: marks.correlationId,
    request_timestamp: at.toISOString(),
  })
  await keep(callIds, {
    responseText: answer.text,
    failed: sumOf(texts, ({ failed }) => failed),
    warnings: sumOf(texts, ({ warned }) => warned),
    micros: sumOf(texts, ({ micros }) => micros),
  })
  return answer
}

type Lists = 'outputs' | 'process_time' | 'warnings' | 'errors' | 'service_chain' | 'call_ids'

/**
 * Concatenates texts that were written where the records were computed. Long texts are neither parsed nor serialized
 * again, and are joined only once: every intermediate copy would be garbage whose collection delays all other requests.
 */
function answerOf(
  texts: readonly SliceTexts[],
  callIds: readonly string[],
  about: Omit<Answer, Lists>,
): JsonText<Answer> {
  const read = (name: 'outputs' | 'times' | 'warnings' | 'errors') => texts.map((slice) => slice[name])
  const lists: Record<Lists, readonly string[]> = {
    outputs: read('outputs'),
    process_time: read('times'),
    warnings: read('warnings'),
    errors: read('errors'),
    service_chain: callIds.length === 0 ? [] : [`${'null,'.repeat(callIds.length - 1)}null`],
    call_ids: callIds.length === 0 ? [] : [`"${callIds.join('","')}"`],
  }
  const pieces: string[] = []
  for (const [name, elements] of Object.entries(lists)) {
    pieces.push(pieces.length === 0 ? '{"' : '],"', name, '":[')
    for (const [place, text] of elements.entries()) pieces.push(place === 0 ? '' : ',', text)
  }
  pieces.push('],', JSON.stringify(about).slice(1))
  return JsonText.written(pieces.join(''))
}

function sumOf(texts: readonly SliceTexts[], read: (slice: SliceTexts) => number): number {
  return texts.reduce((sum, slice) => sum + read(slice), 0)
}

export function targetOf({ service, version_id }: Pick<Body, 'service' | 'version_id'>): {
  target: Target
  revision: string | undefined
} {
  if (service) return readServiceUri(service, 'body.service')
  if (version_id) return { target: { kind: 'version', versionId: version_id }, revision: undefined }
  throw new CallError('INVALID_INPUT', 'The request does not say which service is meant', [
    { field: 'body.service', message: 'is missing', allowed: 'folder/service, an id, or version_id' },
  ])
}

function namesOf(given: Body['output']): string[] {
  const names = typeof given === 'string' ? given.split(',') : (given ?? [])
  return names.map((name) => name.trim()).filter((name) => name !== '')
}
