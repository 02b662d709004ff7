import { deleteTestRun } from '@sheetwright/contract/test-beds/delete-test-run.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireRun } from './test-bed.access.ts'
import { deleteRun } from './test-run.store.ts'

export const deleteTestRunHandler = handle(deleteTestRun, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { id, status } = await requireRun(tx, caller, params.run, 'write')
    if (status === 'Pending' || status === 'InProgress') throw new CallError('CONFLICT', 'Cancel the run first')
    await deleteRun(tx, id)
    return null
  }),
)
