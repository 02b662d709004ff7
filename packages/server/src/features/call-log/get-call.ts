import { Readable } from 'node:stream'
import { downloadCallWorkbook, getCall } from '@sheetwright/contract/call-log/get-call.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import { handle } from '../../platform/http/handle.ts'
import type { Services } from '../../services.ts'
import { requireEngine } from '../engines/engine.access.ts'
import type { EngineAddress, StoredEngine } from '../engines/engine.store.ts'
import { findVersion } from '../engines/engine-version.store.ts'
import { assertComputesHere, fillWorkbook } from '../execution/filled-workbook.store.ts'
import { detailOf, inputsOf, recordsOf } from './call-answer.ts'
import { findCall, type WholeCall } from './call.store.ts'

/** A call of an engine that the caller may see. */
export async function requireCall(
  { db, execution }: Services,
  caller: Exclude<CallerIdentity, { kind: 'anyone' }>,
  address: EngineAddress,
  callId: string,
): Promise<{ engine: StoredEngine; call: WholeCall }> {
  await execution.calls.flush(caller.tenantId)
  return db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, address, 'read')
    const call = await findCall(tx, engine.id, callId)
    if (call === undefined) throw new CallError('CALL_NOT_FOUND', `The engine has no call ${callId}`)
    return { engine, call }
  })
}

export const getCallHandler = handle(getCall, async ({ caller, params, services }) => {
  const { engine, call } = await requireCall(services, caller, params, params.call)
  return detailOf(call, engine.serviceName, params.call)
})

export const downloadCallWorkbookHandler = handle(downloadCallWorkbook, async (context) => {
  const { caller, params, services, signal } = context
  const { engine, call } = await requireCall(services, caller, params, params.call)
  assertComputesHere(call.engineType)
  const version = await services.db.inTenant(caller.tenantId, (tx) => findVersion(tx, engine.id, call.versionId))
  if (version === undefined) throw new CallError('ENGINE_VERSION_NOT_FOUND', 'The version that ran is gone')
  const records = recordsOf(inputsOf(JSON.parse(call.request)))
  const record = records[Math.max(0, call.recordCallIds?.indexOf(params.call) ?? 0)] ?? {}
  const bytes = await fillWorkbook(services, {
    tenantId: caller.tenantId,
    version,
    engineType: call.engineType,
    inputs: record as Record<string, unknown>,
    subservice: call.subservice ?? undefined,
    at: call.at,
    signal,
  })
  return {
    fileName: `${engine.serviceName}_${version.revision}_${call.id}.xlsx`,
    size: bytes.length,
    open: (range) => Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)]),
  }
})
