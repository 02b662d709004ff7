import { revokeApiKey } from '@sheetwright/contract/api-keys/revoke-api-key.ts'
import { handle } from '../../platform/http/handle.ts'
import { findKey } from './api-key.store.ts'
import { keyAnswer } from './key-answer.ts'
import { revoke } from './revoke.ts'

export const revokeApiKeyHandler = handle(
  revokeApiKey,
  async ({ caller, params: { id }, services: { db }, correlationId }) =>
    keyAnswer(
      await db.inTenant(caller.tenantId, async (tx) => revoke(tx, caller, await findKey(tx, id), correlationId)),
    ),
)
