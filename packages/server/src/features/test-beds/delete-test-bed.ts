import { deleteTestBed } from '@sheetwright/contract/test-beds/delete-test-bed.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireOpenGate, requireTestBed } from './test-bed.access.ts'
import * as store from './test-bed.store.ts'
import { listRuns } from './test-run.store.ts'

export const deleteTestBedHandler = handle(deleteTestBed, ({ caller, params, correlationId, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const testBed = await requireTestBed(tx, caller, params.testbed, 'write')
    await requireOpenGate(tx, caller, testBed)
    const search = [{ field: 'testbedId', value: testBed.id } as const]
    const { items } = await listRuns(tx, caller, { page: 1, pageSize: 50, oldestFirst: false, search })
    if (items.some(({ status }) => status === 'Pending' || status === 'InProgress')) {
      throw new CallError('CONFLICT', `The test bed "${testBed.name}" is being run. Cancel its runs first`)
    }
    await store.deleteTestBed(tx, testBed.id)
    await recordAudit(tx, actorOf(caller, correlationId), {
      action: 'testbed.delete',
      entityType: 'testbed',
      entityId: testBed.id,
      entityName: testBed.name,
      before: { engine: testBed.serviceName, cases: testBed.noOfTest },
      after: null,
    })
    return null
  }),
)
