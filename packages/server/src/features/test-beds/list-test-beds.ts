import { listTestBeds } from '@sheetwright/contract/test-beds/list-test-beds.ts'
import { handle } from '../../platform/http/handle.ts'
import * as store from './test-bed.store.ts'

export const listTestBedsHandler = handle(listTestBeds, ({ caller, body, services: { db } }) =>
  db.inTenant(caller.tenantId, (tx) => store.listTestBeds(tx, caller, body)),
)
