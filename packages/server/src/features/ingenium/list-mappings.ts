import { listMappings } from '@sheetwright/contract/ingenium/list-mappings.ts'
import { handle } from '../../platform/http/handle.ts'
import { listMappings as readMappings } from './policy-mapping.store.ts'

export const listMappingsHandler = handle(listMappings, ({ caller, body, services: { db } }) => {
  const { page, pageSize, search, sort } = body
  return db.inTenant(caller.tenantId, (tx) =>
    readMappings(tx, caller, { page, pageSize, search, descending: sort === '-name' }),
  )
})
