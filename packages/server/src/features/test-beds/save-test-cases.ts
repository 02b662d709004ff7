import { saveTestCases } from '@sheetwright/contract/test-beds/save-test-cases.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngineById } from '../engines/engine.access.ts'
import { addVersion } from './add-version.ts'
import { interfaceOf, meantVersion } from './engine-interface.ts'
import { requireOpenGate, requireTestBed, requireTestBedVersion } from './test-bed.access.ts'
import { lockTestBed } from './test-bed.store.ts'

export const saveTestCasesHandler = handle(saveTestCases, ({ caller, params, body, services: { db, files } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    await lockTestBed(tx, params.testbed)
    const testBed = await requireTestBed(tx, caller, params.testbed, 'write')
    const { testbedVersionId, ...changes } = body
    if (changes.changed.length > 0 || changes.removed.length > 0) await requireOpenGate(tx, caller, testBed)
    if ((testbedVersionId ?? null) !== testBed.latestTestbedVersionId) {
      throw new CallError('CONFLICT', `Somebody has saved another version of "${testBed.name}" meanwhile`)
    }
    const engine = await requireEngineById(tx, caller, testBed.engineId, 'write')
    const ports = await interfaceOf(files, caller.tenantId, await meantVersion(tx, engine, undefined))
    const latest = testbedVersionId === undefined ? undefined : await requireTestBedVersion(tx, testBed)
    return addVersion(tx, testBed, ports, latest, { ...changes, source: 'edit', userId: caller.userId })
  }),
)
