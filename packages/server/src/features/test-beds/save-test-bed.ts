import { isDeepStrictEqual } from 'node:util'
import { saveTestBed } from '@sheetwright/contract/test-beds/save-test-bed.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireEngineById } from '../engines/engine.access.ts'
import { makeTestBed, nameTaken } from './make-test-bed.ts'
import { requireOpenGate, requireTestBed } from './test-bed.access.ts'
import { updateTestBed } from './test-bed.store.ts'

export const saveTestBedHandler = handle(saveTestBed, ({ caller, body, correlationId, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { testbedId, engineId, ...content } = body
    if (testbedId !== undefined) {
      const before = await requireTestBed(tx, caller, testbedId, 'write')
      if (!isDeepStrictEqual(before.tolerances, content.tolerances)) await requireOpenGate(tx, caller, before)
      await updateTestBed(tx, testbedId, content).catch((error: unknown) => {
        throw nameTaken(error, content.name)
      })
      await recordAudit(tx, actorOf(caller, correlationId), {
        action: 'testbed.update',
        entityType: 'testbed',
        entityId: testbedId,
        entityName: content.name,
        before: { name: before.name, tolerances: before.tolerances },
        after: { name: content.name, tolerances: content.tolerances },
      })
      return requireTestBed(tx, caller, testbedId, 'read')
    }
    if (engineId === undefined) {
      throw new CallError('INVALID_INPUT', 'A new test bed belongs to an engine', [
        { field: 'body.engineId', message: 'is missing', allowed: 'the id of an engine' },
      ])
    }
    const engine = await requireEngineById(tx, caller, engineId, 'write')
    const id = await makeTestBed(tx, { ...content, productId: engine.productId, engineId, createdBy: caller.userId })
    await recordAudit(tx, actorOf(caller, correlationId), {
      action: 'testbed.create',
      entityType: 'testbed',
      entityId: id,
      entityName: content.name,
      before: null,
      after: { engine: engine.serviceName },
    })
    return requireTestBed(tx, caller, id, 'read')
  }),
)
