import { getPromotion } from '@sheetwright/contract/engines/get-promotion.ts'
import { handle } from '../../platform/http/handle.ts'
import { readBuild } from './engine-build.store.ts'
import { requireEngine, requireVersion } from './engine.access.ts'
import { findPromotion } from './promoted-version.store.ts'

export const getPromotionHandler = handle(getPromotion, async ({ caller, params, services: { db, files } }) => {
  const { version, promoted } = await db.inTenant(caller.tenantId, async (tx) => {
    const found = await requireVersion(tx, await requireEngine(tx, caller, params, 'read'), params.version)
    return { version: found, promoted: await findPromotion(tx, found.id) }
  })
  if (promoted === undefined) return null
  const { verdict, compared, equal, different } = (await readBuild(files, caller.tenantId, version.buildHash)).parity
  return {
    revision: promoted.revision,
    exportedAt: promoted.exportedAt.toISOString(),
    proofThere: promoted.proof,
    proofHere: { verdict, compared, equal, different },
    approvals: [...promoted.approvals],
  }
})
