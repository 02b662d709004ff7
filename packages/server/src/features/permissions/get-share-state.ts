import { getShareState } from '@sheetwright/contract/permissions/get-share-state.ts'
import { handle } from '../../platform/http/handle.ts'
import { shareStates, sharedProduct } from './share-state.ts'

export const getShareStateHandler = handle(getShareState, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => ({
    groups: await shareStates(tx, await sharedProduct(tx, caller, params)),
  })),
)
