import { getPublishRequest } from '@sheetwright/contract/test-beds/get-publish-request.ts'
import { handle } from '../../platform/http/handle.ts'
import { latestRequest } from './publish-gate.store.ts'
import { requirePublishable } from './publish-request.access.ts'

export const getPublishRequestHandler = handle(getPublishRequest, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { version } = await requirePublishable(tx, caller, params)
    return (await latestRequest(tx, version.id, caller.userId)) ?? null
  }),
)
