import { diffVersions } from '@sheetwright/contract/look-inside/diff-versions.ts'
import { handle } from '../../platform/http/handle.ts'
import type { StoredVersion } from '../engines/engine-version.store.ts'
import { compareVersions, readVersion } from './compare-versions.access.ts'
import { seenVersion } from './look-at.access.ts'

export const diffVersionsHandler = handle(diffVersions, async ({ caller, params, services }) => {
  const { tenantId } = caller
  const { against, ...address } = params
  const [before, after] = await services.db.inTenant(tenantId, async (tx) => [
    await seenVersion(tx, caller, { ...address, version: against }),
    await seenVersion(tx, caller, address),
  ])
  const earlier = await readVersion(services, tenantId, before)
  const later = await readVersion(services, tenantId, after)
  const named = ({ id, revision }: StoredVersion) => ({ id, revision })
  return {
    ...(await compareVersions(services, tenantId, earlier, later)),
    before: named(before),
    after: named(after),
  }
})
