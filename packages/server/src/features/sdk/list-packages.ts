import { listPackages } from '@sheetwright/contract/sdk/list-packages.ts'
import { handle } from '../../platform/http/handle.ts'
import { maySee, requireEngine } from '../engines/engine.access.ts'
import { listVersions } from '../engines/engine-version.store.ts'
import { listPackagesOf } from './engine-package.store.ts'
import { portabilityOf, shownPackage } from './package.access.ts'

export const listPackagesHandler = handle(listPackages, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'read')
    const versions = await listVersions(tx, engine.id, { withArchived: true })
    const seen = new Set(versions.filter((version) => maySee(engine, version)).map(({ id }) => id))
    const packages = await listPackagesOf(tx, engine.id)
    return {
      portable: portabilityOf(engine),
      packages: packages.filter(({ versionId }) => seen.has(versionId)).map((each) => shownPackage(engine, each)),
    }
  }),
)
