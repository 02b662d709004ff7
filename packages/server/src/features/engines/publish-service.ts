import { publishService } from '@sheetwright/contract/engines/publish-service.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngine } from './engine.access.ts'
import { requireUpload } from './engine-upload.access.ts'
import { inherentCodes } from './inherent-checks.ts'
import { findVersionOfUpload } from './engine-version.store.ts'
import { inPublishing } from './publish-refused.ts'
import { publishVersion } from './publish-version.ts'
import { waitForBuild } from './wait-for-build.ts'

export const publishServiceHandler = handle(publishService, async (context) => {
  const { caller, params, body, services, correlationId, signal } = context
  const asked = body.request_data
  const { tenantId } = caller
  const upload = await services.db.inTenant(tenantId, (tx) => requireUpload(tx, caller, asked.original_file_documentid))
  const { id: uploadId, jobId, engineFileId, uploadedBy: userId } = upload
  if (upload.state === 'building' && jobId !== null) {
    await waitForBuild(services, tenantId, { jobId, uploadId, engineFileId, userId }, signal)
  }
  if (upload.failure) throw new CallError(upload.failure.code, upload.failure.message, upload.failure.errors)
  return inPublishing(services, tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, { product: params.folder, engine: params.service }, 'write')
    const version = await findVersionOfUpload(tx, uploadId)
    const isSame = (asked.engine_file_documentid ?? version?.engineFileId) === version?.engineFileId
    if (version === undefined || version.engineId !== engine.id || !isSame) {
      throw new CallError('FILE_NOT_FOUND', `The service has no uploaded file ${asked.original_file_documentid}`)
    }
    const published = await publishVersion(tx, services, { caller, correlationId }, engine, version, {
      // Existing clients send no release notes, so a default says how it was published.
      releaseNote: asked.release_note || version.releaseNote || 'Published by API',
      versionUpgrade: asked.version_difference,
      effectiveStartDate: asked.effective_start_date,
      effectiveEndDate: asked.effective_end_date,
      acknowledge: {
        reason: asked.acknowledge?.reason ?? 'Published by API',
        codes: [...inherentCodes, ...(asked.acknowledge?.codes ?? [])],
      },
    })
    return {
      status: 'Success' as const,
      response_data: { version_id: published.id, version: published.revision, service_id: engine.id },
    }
  })
})
