import type { Actor } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { KeyIdentity, UserIdentity } from '../../platform/http/caller.ts'
import { keyOwner } from '../api-keys/api-key.store.ts'

/** Who works on engines: a person or an API key. */
export type AuthorIdentity = UserIdentity | KeyIdentity

/** The person who answers for what a caller makes: the caller, or whoever made the API key. */
export async function personBehind(tx: TenantTransaction, caller: AuthorIdentity): Promise<string> {
  if (caller.kind === 'user') return caller.userId
  const owner = await keyOwner(tx, caller.keyId)
  if (owner === undefined) throw new Error(`The key ${caller.keyId} belongs to nobody`)
  return owner
}

/** How the audit trail names a caller: an API key by its name, never as the person who made it. */
export function authorOf(caller: AuthorIdentity, correlationId: string): Actor {
  if (caller.kind === 'user') return { userId: caller.userId, name: caller.displayName, correlationId }
  return { userId: null, name: `API key ${caller.keyName}`, correlationId }
}
