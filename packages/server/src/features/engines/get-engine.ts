import { getEngine, getEngineVersion, getParity } from '@sheetwright/contract/engines/get-engine.ts'
import { handle } from '../../platform/http/handle.ts'
import { readBuild } from './engine-build.store.ts'
import { currentVersion, engineDetail, requireVersion } from './engine-detail.ts'
import { requireEngine } from './engine.access.ts'

export const getEngineHandler = handle(getEngine, ({ caller, params, services: { db, files } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'read')
    return engineDetail(tx, files, engine, await currentVersion(tx, engine))
  }),
)

export const getEngineVersionHandler = handle(getEngineVersion, ({ caller, params, services: { db, files } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'read')
    return engineDetail(tx, files, engine, await requireVersion(tx, engine, params.version))
  }),
)

export const getParityHandler = handle(getParity, async ({ caller, params, services: { db, files } }) => {
  const { buildHash } = await db.inTenant(caller.tenantId, async (tx) =>
    requireVersion(tx, await requireEngine(tx, caller, params, 'read'), params.version),
  )
  const { parity, diagnostics } = await readBuild(files, caller.tenantId, buildHash)
  return { parity, diagnostics: [...diagnostics] }
})
