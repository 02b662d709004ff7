import type { TenantTransaction } from '../../platform/db/database.ts'
import type { KeyIdentity, UserIdentity } from '../../platform/http/caller.ts'
import { keyOwner } from './api-key.store.ts'

/** The person responsible for what a caller creates: the caller, or the creator of the API key. */
export async function personBehind(tx: TenantTransaction, caller: UserIdentity | KeyIdentity): Promise<string> {
  if (caller.kind === 'user') return caller.userId
  const owner = await keyOwner(tx, caller.keyId)
  if (owner === undefined) throw new Error(`The key ${caller.keyId} belongs to nobody`)
  return owner
}
