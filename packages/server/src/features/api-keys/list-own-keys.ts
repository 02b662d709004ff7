import { listOwnKeys } from '@sheetwright/contract/api-keys/list-own-keys.ts'
import { handle } from '../../platform/http/handle.ts'
import { listKeysOf } from './api-key.store.ts'
import { keyAnswer } from './key-answer.ts'

export const listOwnKeysHandler = handle(listOwnKeys, async ({ caller, services: { db } }) => {
  const items = await db.inTenant(caller.tenantId, (tx) => listKeysOf(tx, caller.userId))
  return { items: items.map(keyAnswer), count: items.length }
})
