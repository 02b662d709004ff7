import { saveCallAsCase } from '@sheetwright/contract/test-beds/save-call-as-case.ts'
import { handle } from '../../platform/http/handle.ts'
import { loggedValues } from '../call-log/logged-values.access.ts'
import { requireEngineById } from '../engines/engine.access.ts'
import { addVersion } from './add-version.ts'
import { caseOfCall } from './case-of-call.ts'
import { interfaceOf, meantVersion } from './engine-interface.ts'
import { requireTestBed, requireTestBedVersion } from './test-bed.access.ts'
import { lockTestBed } from './test-bed.store.ts'

export const saveCallAsCaseHandler = handle(saveCallAsCase, async ({ caller, params, body, services }) => {
  const { db, files } = services
  const testBed = await db.inTenant(caller.tenantId, (tx) => requireTestBed(tx, caller, params.testbed, 'write'))
  const address = { product: testBed.productId, engine: testBed.engineId }
  const { inputs, outputs } = await loggedValues(services, caller, address, body.callId)
  return db.inTenant(caller.tenantId, async (tx) => {
    const engine = await requireEngineById(tx, caller, testBed.engineId, 'write')
    const ports = await interfaceOf(files, caller.tenantId, await meantVersion(tx, engine, undefined))
    await lockTestBed(tx, testBed.id)
    const now = await requireTestBed(tx, caller, testBed.id, 'write')
    const latest = now.latestTestbedVersionId === null ? undefined : await requireTestBedVersion(tx, now)
    const name = body.name === '' ? `Call ${body.callId}` : body.name
    const added = [caseOfCall(ports, { name, inputs, outputs: body.withExpected ? outputs : undefined })]
    const note = `Call ${body.callId}`
    return addVersion(tx, now, ports, latest, {
      changed: [],
      added,
      removed: [],
      source: 'case',
      note,
      userId: caller.userId,
    })
  })
})
