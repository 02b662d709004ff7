import { getTestBed } from '@sheetwright/contract/test-beds/get-test-bed.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireTestBed } from './test-bed.access.ts'

export const getTestBedHandler = handle(getTestBed, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, (tx) => requireTestBed(tx, caller, params.testbed, 'read')),
)
