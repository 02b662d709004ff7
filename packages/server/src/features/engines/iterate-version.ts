import { iterateVersion } from '@sheetwright/contract/engines/iterate-version.ts'
import { handle } from '../../platform/http/handle.ts'
import { assertTypeIterates } from './engine-type-runs.ts'
import { requireEngine, requireVersion } from './engine.access.ts'
import { rebuildVersion } from './rebuild-version.ts'

export const iterateVersionHandler = handle(
  iterateVersion,
  ({ caller, params, body: { iteration }, services, correlationId }) =>
    services.db.inTenant(caller.tenantId, async (tx) => {
      const engine = await requireEngine(tx, caller, params, 'write')
      assertTypeIterates(engine.engineType, iteration, 'body.iteration')
      const old = await requireVersion(tx, engine, params.version)
      const { serviceName } = engine
      const asked = { releaseNote: '', publish: false }
      const rebuilding = { serviceName, old, iteration, asked }
      const { jobId, uploadId, versionId } = await rebuildVersion(tx, services, caller, correlationId, rebuilding)
      return { jobId, originalFileDocumentId: uploadId, versionId }
    }),
)
