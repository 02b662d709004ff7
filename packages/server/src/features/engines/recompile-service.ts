import { recompileService } from '@sheetwright/contract/engines/recompile-service.ts'
import { bumped } from '@sheetwright/contract/engines/revision.ts'
import { handle } from '../../platform/http/handle.ts'
import { effectiveRange } from './effective-dates.ts'
import { currentVersion } from './engine-detail.ts'
import { requireEngine, requireVersion } from './engine.access.ts'
import { listVersions } from './engine-version.store.ts'
import { inherentCodes } from './inherent-checks.ts'
import { rebuildVersion } from './rebuild-version.ts'

export const recompileServiceHandler = handle(recompileService, (context) => {
  const { caller, params, body, services, correlationId } = context
  const asked = body.request_data
  return services.db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, { product: params.folder, engine: params.service }, 'write')
    const old = await (asked.versionId ? requireVersion(tx, engine, asked.versionId) : currentVersion(tx, engine))
    const dates = { effectiveStartDate: asked.effectiveStartDate, effectiveEndDate: asked.effectiveEndDate }
    effectiveRange(dates)
    const versionUpgrade = asked.upgradeType ?? 'patch'
    const [highest] = await listVersions(tx, engine.id, { withArchived: true })
    const { jobId, versionId } = await rebuildVersion(tx, services, caller, correlationId, {
      serviceName: engine.serviceName,
      old,
      asked: {
        releaseNote: asked.releaseNotes || `Compiled again from ${old.revision}`,
        versionUpgrade,
        ...given(dates),
        publish: old.state === 'Active',
        acknowledge: { codes: [...inherentCodes], reason: 'Compiled again by API' },
      },
    })
    return {
      status: 'Success' as const,
      response_data: { versionId, revision: bumped(highest?.revision, versionUpgrade), jobId },
    }
  })
})

/** Omits dates that were not given. */
function given(dates: { effectiveStartDate: string | undefined; effectiveEndDate: string | undefined }) {
  return {
    ...(dates.effectiveStartDate === undefined ? {} : { effectiveStartDate: dates.effectiveStartDate }),
    ...(dates.effectiveEndDate === undefined ? {} : { effectiveEndDate: dates.effectiveEndDate }),
  }
}
