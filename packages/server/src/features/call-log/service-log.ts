import type { downloadServiceCallsCsv } from '@sheetwright/contract/call-log/download-service-calls-csv.ts'
import type { BodyOf } from '@sheetwright/contract/call.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { KeyIdentity, UserIdentity } from '../../platform/http/caller.ts'
import { findJob } from '../../platform/jobs/job.store.ts'
import type { Services } from '../../services.ts'
import { keyOwner } from '../api-keys/api-key.store.ts'
import { assertMayLeave, requireEngine } from '../engines/engine.access.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { callsFor } from './call.access.ts'
import { endOf } from './call-filter.ts'
import { findCallExport } from './call-export.store.ts'
import { downloadLogs } from './download-logs.job.ts'
import { requireCall } from './require-call.ts'

export const succeeded = { status: 'Success', error: null } as const

interface ServiceParams {
  readonly folder: string
  readonly service: string
}

export function addressOf({ folder, service }: ServiceParams) {
  return { product: folder, engine: service }
}

type Caller = UserIdentity | KeyIdentity

export async function startExport(
  { db, jobs, execution }: Services,
  caller: Caller,
  params: ServiceParams,
  body: BodyOf<typeof downloadServiceCallsCsv>,
  format: 'CSV' | 'JSON',
) {
  await execution.calls.flush(caller.tenantId)
  const { call_ids: ids, start_date: from, end_date: to } = body?.request_data ?? {}
  const versionId = body?.request_meta?.version_id
  return db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, addressOf(params), 'read')
    const jobId = await jobs.enqueue(tx, downloadLogs, await userOf(tx, caller), {
      Name: `${engine.serviceName} calls`,
      productId: engine.productId,
      engineId: engine.id,
      format,
      madeBy: callsFor(caller, engine),
      ...(from ? { from: new Date(from).toISOString() } : {}),
      ...(to ? { before: endOf(to).toISOString() } : {}),
      ...(ids ? { ids } : {}),
      ...(versionId ? { versionId } : {}),
    })
    return { ...succeeded, response_data: { job_id: jobId } }
  })
}

/** A job started with an API key belongs to the creator of the key. */
async function userOf(tx: TenantTransaction, caller: Caller): Promise<string> {
  if (caller.kind === 'user') return caller.userId
  const owner = await keyOwner(tx, caller.keyId)
  if (owner === undefined) throw new CallError('UNAUTHORIZED_ACCESS', 'The API key is gone')
  return owner
}

export async function exportState(
  { db, settings }: Services,
  caller: Caller,
  params: ServiceParams & { readonly job: string },
) {
  return db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, addressOf(params), 'read')
    const job = await findJob(tx, params.job)
    if (job?.type !== 'DownloadLogs' || job.data['engineId'] !== engine.id) {
      throw new CallError('JOB_NOT_FOUND', `There is no file of calls ${params.job}`)
    }
    if (job.status === 'Fail' || job.status === 'Cancelled') {
      throw new CallError('JOB_NOT_FOUND', `The file of calls was not written: ${job.failureReason ?? job.status}`)
    }
    const file = await findCallExport(tx, engine.id, params.job)
    const address = `/api/v1/product/${engine.productId}/engines/logs/${engine.id}/Download/${params.job}`
    const isReady = job.status === 'Success' && file !== undefined
    return {
      ...succeeded,
      response_data: {
        progress: isReady ? 100 : Math.min(99, job.progress),
        download_url: isReady ? settings.origin + address : null,
      },
    }
  })
}

/** The download address of a call's workbook; for a batch, that of one record. */
export async function workbookOfCall(
  services: Services,
  caller: Caller,
  params: ServiceParams & { readonly call: string },
  index?: number,
) {
  const { engine, call } = await requireCall(services, caller, addressOf(params), params.call)
  assertMayLeave(engine)
  const record = index === undefined ? params.call : call.recordCallIds === null ? call.id : call.recordCallIds[index]
  if (record === undefined) throw new CallError('CALL_NOT_FOUND', `The call has no record ${index}`)
  const address = `/api/v1/product/${engine.productId}/engines/${engine.id}/logs/${record}/workbook`
  return { ...succeeded, response_data: { download_url: services.settings.origin + address } }
}
