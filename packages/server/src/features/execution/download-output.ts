import { Readable } from 'node:stream'
import { downloadOutput } from '@sheetwright/contract/execution/download-output.ts'
import { newId } from '../../platform/db/new-id.ts'
import { handle } from '../../platform/http/handle.ts'
import { saveCallExport } from '../call-log/call-export.store.ts'
import { whoOf } from '../call-log/kept-call.store.ts'
import { assertMayLeave, requireEngine } from '../engines/engine.access.ts'
import { assertSubservice } from './asked-subservice.ts'
import { assertComputesHere, fillWorkbook } from './filled-workbook.store.ts'
import { keepRun, purposes } from './keep-run.ts'
import { subserviceOf, wantedVersion } from './run-meta.ts'

const maxBytes = 512 * 1024 * 1024

export const downloadOutputHandler = handle(downloadOutput, async (context) => {
  const { caller, params, body, services, correlationId, signal } = context
  const { tenantId } = caller
  const { images, ...asked } = body
  const { request_data: data, request_meta: meta, report } = asked
  const target = { kind: 'engine', ...params } as const
  const { version } = await services.execution.directory.choose(tenantId, caller, target, wantedVersion(meta))
  // A report is a result; the workbook shows how it is computed.
  if (report === undefined) {
    const named = { product: version.productId, engine: version.engineId }
    assertMayLeave(await services.db.inTenant(tenantId, (tx) => requireEngine(tx, caller, named, 'execute')))
  }
  const at = new Date()
  const subservice = subserviceOf(meta.service_category)
  const call = {
    tenantId,
    at,
    caller,
    version,
    meta,
    purpose: purposes.download,
    requestId: correlationId,
    subservice: subservice ?? null,
    // Without the pictures, which are large and do not affect the result.
    requestText: JSON.stringify(asked),
  }
  return keepRun(services.execution, call, async () => {
    assertComputesHere(version.engineType)
    if (subservice !== undefined) {
      assertSubservice(await services.execution.engines.get(tenantId, version), version, subservice)
    }
    const from = performance.now()
    const bytes = await fillWorkbook(services, {
      tenantId,
      version,
      engineType: version.engineType,
      inputs: data.inputs,
      subservice,
      at,
      signal,
      ...(report === undefined ? {} : { report: { name: report, images } }),
    })
    const micros = Math.round((performance.now() - from) * 1000)
    const { hash } = await services.files.put(tenantId, Readable.from([bytes]), { maxBytes, signal })
    const id = newId()
    const { callerKind, callerId } = whoOf(caller)
    const name = [version.serviceName, version.revision, ...(report === undefined ? [] : [report])].join('_')
    const fileName = `${name}.${report === undefined ? 'xlsx' : 'pdf'}`
    await services.db.inTenant(tenantId, (tx) =>
      saveCallExport(tx, { id, engineId: version.engineId, fileHash: hash, fileName, callerKind, callerId }),
    )
    const url = `/api/v1/product/${version.productId}/engines/Downloadoutput/${version.engineId}/${id}`
    return { answer: { url, fileName }, failed: false, micros }
  })
})
