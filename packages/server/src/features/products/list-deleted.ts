import { listDeleted } from '@sheetwright/contract/products/list-deleted.ts'
import { handle } from '../../platform/http/handle.ts'
import { listDeletedThings } from './deleted-thing.store.ts'

export const listDeletedHandler = handle(listDeleted, ({ caller, services: { db } }) =>
  db.inTenant(caller.tenantId, listDeletedThings),
)
