import { getMapping } from '@sheetwright/contract/ingenium/get-mapping.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireMapping } from './policy.access.ts'

export const getMappingHandler = handle(getMapping, ({ caller, params, query, services: { db } }) =>
  db.inTenant(caller.tenantId, (tx) => requireMapping(tx, caller, params.mapping, query.number)),
)
