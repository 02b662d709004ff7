import { revokeOwnKey } from '@sheetwright/contract/api-keys/revoke-own-key.ts'
import { handle } from '../../platform/http/handle.ts'
import { listKeysOf } from './api-key.store.ts'
import { keyAnswer } from './key-answer.ts'
import { revoke } from './revoke.ts'

export const revokeOwnKeyHandler = handle(
  revokeOwnKey,
  async ({ caller, params: { id }, services: { db }, correlationId }) =>
    keyAnswer(
      await db.inTenant(caller.tenantId, async (tx) => {
        const own = (await listKeysOf(tx, caller.userId)).find((key) => key.id === id)
        return revoke(tx, caller, own, correlationId)
      }),
    ),
)
