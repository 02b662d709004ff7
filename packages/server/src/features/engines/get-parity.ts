import { getParity } from '@sheetwright/contract/engines/get-parity.ts'
import { handle } from '../../platform/http/handle.ts'
import { readBuild } from './engine-build.store.ts'
import { requireEngine, requireVersion } from './engine.access.ts'

export const getParityHandler = handle(getParity, async ({ caller, params, services: { db, files } }) => {
  const { buildHash } = await db.inTenant(caller.tenantId, async (tx) =>
    requireVersion(tx, await requireEngine(tx, caller, params, 'read'), params.version),
  )
  const { parity, diagnostics } = await readBuild(files, caller.tenantId, buildHash)
  return { parity, diagnostics: [...diagnostics] }
})
