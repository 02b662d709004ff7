import { publishService } from '@sheetwright/contract/engines/publish-service.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngine } from './engine.access.ts'
import { findUpload } from './engine-upload.store.ts'
import { findVersionOfUpload } from './engine-version.store.ts'
import { publishVersion } from './publish-version.ts'

/**
 * Existing clients cannot acknowledge anything. What a new version is usually made for, and a file that no spreadsheet program
 * calculated, does not stop them; results that are wrong do.
 */
const inherent = ['PROOF_MISSING', 'INTERFACE_BREAKS', 'RESULTS_CHANGE'] as const

export const publishServiceHandler = handle(publishService, ({ caller, params, body, services, correlationId }) =>
  services.db.inTenant(caller.tenantId, async (tx) => {
    const asked = body.request_data
    const engine = await requireEngine(tx, caller, { product: params.folder, engine: params.service }, 'write')
    const upload = await findUpload(tx, asked.original_file_documentid)
    const version = upload && (await findVersionOfUpload(tx, upload.id))
    const isSame = (asked.engine_file_documentid ?? version?.engineFileId) === version?.engineFileId
    if (version === undefined || version.engineId !== engine.id || !isSame) {
      throw new CallError('FILE_NOT_FOUND', `The service has no uploaded file ${asked.original_file_documentid}`)
    }
    const published = await publishVersion(tx, services, { caller, correlationId }, engine, version, {
      // Clients of this kind send no notes: what they publish says so.
      releaseNote: asked.release_note || version.releaseNote || 'Published by API',
      versionUpgrade: asked.version_difference,
      effectiveStartDate: asked.effective_start_date,
      effectiveEndDate: asked.effective_end_date,
      acknowledge: {
        reason: asked.acknowledge?.reason ?? 'Published by API',
        codes: [...inherent, ...(asked.acknowledge?.codes ?? [])],
      },
    })
    return {
      status: 'Success' as const,
      response_data: { version_id: published.id, version: published.revision, service_id: engine.id },
    }
  }),
)
