import { Readable } from 'node:stream'
import { downloadCallWorkbook } from '@sheetwright/contract/call-log/download-call-workbook.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { assertMayLeave } from '../engines/engine.access.ts'
import { findVersion } from '../engines/engine-version.store.ts'
import { assertComputesHere, fillWorkbook } from '../execution/filled-workbook.store.ts'
import { inputsOf, recordsOf } from './travelled-values.ts'
import { isMasked } from './mask-call.ts'
import { requireCall } from './require-call.ts'

export const downloadCallWorkbookHandler = handle(downloadCallWorkbook, async (context) => {
  const { caller, params, services, signal } = context
  const { engine, call } = await requireCall(services, caller, params, params.call)
  assertMayLeave(engine)
  assertComputesHere(call.engineType)
  const { versionId } = call
  if (versionId === null) throw new CallError('ENGINE_VERSION_NOT_FOUND', 'The call was refused: no version ran')
  const version = await services.db.inTenant(caller.tenantId, (tx) => findVersion(tx, engine.id, versionId))
  if (version === undefined) throw new CallError('ENGINE_VERSION_NOT_FOUND', 'The version that ran is gone')
  const records = recordsOf(inputsOf(JSON.parse(call.request)))
  const record = records[Math.max(0, call.recordCallIds?.indexOf(params.call) ?? 0)] ?? {}
  if (isMasked(record)) {
    throw new CallError(
      'CONFLICT',
      'Inputs of this call were masked when it was kept: its workbook cannot be made again',
    )
  }
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
