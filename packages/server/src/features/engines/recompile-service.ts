import { recompileService } from '@sheetwright/contract/engines/recompile-service.ts'
import { bumped } from '@sheetwright/contract/engines/revision.ts'
import { newId } from '../../platform/db/new-id.ts'
import { handle } from '../../platform/http/handle.ts'
import { compileEngine } from './compile-engine.job.ts'
import { effectiveRange } from './effective-dates.ts'
import { personBehind } from '../api-keys/api-key.access.ts'
import { actorOf } from '../../platform/audit/audit.store.ts'
import { currentVersion } from './engine-detail.ts'
import { requireEngine, requireVersion } from './engine.access.ts'
import { findUpload, insertUpload, setUploadJob } from './engine-upload.store.ts'
import { listVersions } from './engine-version.store.ts'
import { inherentCodes } from './inherent-checks.ts'

export const recompileServiceHandler = handle(recompileService, (context) => {
  const { caller, params, body, services, correlationId } = context
  const asked = body.request_data
  return services.db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, { product: params.folder, engine: params.service }, 'write')
    const old = await (asked.versionId ? requireVersion(tx, engine, asked.versionId) : currentVersion(tx, engine))
    const dates = { effectiveStartDate: asked.effectiveStartDate, effectiveEndDate: asked.effectiveEndDate }
    effectiveRange(dates)
    const upload = await findUpload(tx, old.uploadId)
    if (upload === undefined) throw new Error('The upload of a version is gone')
    const userId = await personBehind(tx, caller)
    const { productId, serviceName, fileName, fileHash, fileSize, marks } = upload
    const { id: uploadId } = await insertUpload(tx, {
      productId,
      serviceName: engine.serviceName,
      uploadedBy: userId,
      fileName,
      fileHash,
      fileSize,
      ...(marks === null ? {} : { marks }),
    })
    const versionUpgrade = asked.upgradeType ?? 'patch'
    const [highest] = await listVersions(tx, engine.id, { withArchived: true })
    const versionId = newId()
    const author = actorOf(caller, correlationId)
    const jobId = await services.jobs.enqueue(tx, compileEngine, userId, {
      Name: serviceName,
      uploadId,
      versionId,
      correlationId,
      actorId: author.userId,
      actorName: author.name,
      groups: [...caller.groups],
      asked: {
        releaseNote: asked.releaseNotes || `Compiled again from ${old.revision}`,
        versionUpgrade,
        ...given(dates),
        publish: old.state === 'Active',
        acknowledge: { codes: [...inherentCodes], reason: 'Compiled again by API' },
      },
    })
    await setUploadJob(tx, uploadId, jobId)
    return {
      status: 'Success' as const,
      response_data: { versionId, revision: bumped(highest?.revision, versionUpgrade), jobId },
    }
  })
})

/** Leaves out what was not asked for. */
function given(dates: { effectiveStartDate: string | undefined; effectiveEndDate: string | undefined }) {
  return {
    ...(dates.effectiveStartDate === undefined ? {} : { effectiveStartDate: dates.effectiveStartDate }),
    ...(dates.effectiveEndDate === undefined ? {} : { effectiveEndDate: dates.effectiveEndDate }),
  }
}
