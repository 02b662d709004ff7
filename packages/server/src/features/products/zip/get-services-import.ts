import type { Job } from '@sheetwright/contract/jobs/job.ts'
import { getServicesImport } from '@sheetwright/contract/products/zip/get-services-import.ts'
import { z } from 'zod'
import type { TenantTransaction } from '../../../platform/db/database.ts'
import { handle } from '../../../platform/http/handle.ts'
import { findEngine } from '../../engines/engine.store.ts'
import { listVersions } from '../../engines/engine-version.store.ts'
import { versionsOf } from './export-answer.ts'
import type { MovedService } from './service-transfer.store.ts'
import { type Mover, requireTransfer, transferAnswer } from './service-transfer.ts'

export const getServicesImportHandler = handle(getServicesImport, ({ caller, params, services: { db, settings } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { transfer, jobs } = await requireTransfer(tx, caller, 'import', params.import)
    const answer = transferAnswer(settings.origin, caller, 'import', transfer, jobs)
    const isDone = answer.status === 'completed'
    const made: MovedService[] = []
    if (isDone) for (const each of transfer.moved) made.push(await asMade(tx, caller, each))
    const drafts = jobs.flatMap(draftsOf)
    return {
      ...answer,
      warnings: drafts.length === 0 ? null : drafts,
      outputs: {
        services: transfer.moved.map(({ from, to }) => ({
          service_uri_source: `${from.folder}/${from.service}`,
          service_uri_destination: `${to.folder}/${to.service}`,
          status: answer.status,
        })),
        service_versions: made.flatMap(versionsOf),
      },
    }
  }),
)

const importResult = z.object({
  drafts: z.array(z.object({ service: z.string(), version: z.string(), reason: z.string() })),
})

function draftsOf({ result }: Job) {
  const { drafts = [] } = importResult.safeParse(result).data ?? {}
  return drafts.map(({ service, version, reason }) => ({ service, version, message: reason }))
}

async function asMade(tx: TenantTransaction, caller: Mover, moved: MovedService): Promise<MovedService> {
  const engine = await findEngine(tx, caller, { product: moved.to.folder, engine: moved.to.service })
  if (engine === undefined) return moved
  const versions = await listVersions(tx, engine.id, { withArchived: true })
  return { ...moved, serviceId: engine.id, versions: versions.map(({ id, revision }) => ({ id, revision })) }
}
