import { getParity } from '@sheetwright/contract/engines/get-parity.ts'
import { provingRuns } from '@sheetwright/compiler/proof.ts'
import { handle } from '../../platform/http/handle.ts'
import { readBuild, unprovenLocale } from './engine-build.store.ts'
import { findLaterProof } from './engine-proof.store.ts'
import { requireEngine, requireVersion } from './engine.access.ts'

export const getParityHandler = handle(getParity, async ({ caller, params, services: { db, files } }) => {
  const { buildHash, properties, later } = await db.inTenant(caller.tenantId, async (tx) => {
    const version = await requireVersion(tx, await requireEngine(tx, caller, params, 'read'), params.version)
    return { ...version, later: await findLaterProof(tx, version.buildHash) }
  })
  const { parity, diagnostics, iteration = null, publicInterface } = await readBuild(files, caller.tenantId, buildHash)
  const { runs, differences } = later ?? parity.program
  const program = { runs, wanted: provingRuns, differences }
  const unproven = unprovenLocale({ parity, publicInterface }, properties)
  return {
    parity: { ...parity, program, ...(unproven === undefined ? {} : { unprovenLocale: unproven.computing }) },
    diagnostics: [...diagnostics],
    iteration,
  }
})
