import { listApiKeys } from '@sheetwright/contract/api-keys/list-api-keys.ts'
import { handle } from '../../platform/http/handle.ts'
import { filterKeys, keyOrder } from './api-key-filter.store.ts'
import { listKeys } from './api-key.store.ts'
import { keyAnswer } from './key-answer.ts'

export const listApiKeysHandler = handle(listApiKeys, async ({ caller, body, services: { db } }) => {
  const { page, pageSize, search, sort } = body
  const wanted = { page, pageSize, filters: filterKeys(search), order: keyOrder(sort) }
  const { items, count } = await db.inTenant(caller.tenantId, (tx) => listKeys(tx, wanted))
  return { items: items.map(keyAnswer), count }
})
