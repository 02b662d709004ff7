import type { Database, SystemTransaction, TenantTransaction } from '../db/database.ts'

/** What other processes must drop at once: everything about a user, a session, an API key, or the provider's keys. */
export type IdentityChange =
  | { readonly kind: 'user'; readonly tenantId: string; readonly userId: string }
  | { readonly kind: 'key'; readonly tenantId: string; readonly keyId: string }
  | { readonly kind: 'keys' }

const channel = 'identity'

/** Notifies every process when the transaction commits; this one before the caller gets the response. */
export async function announce(tx: TenantTransaction | SystemTransaction, change: IdentityChange): Promise<void> {
  await tx.notify(channel, JSON.stringify(change))
}

/** `onGap` is called when announcements may have been missed. */
export function hearChanges(
  db: Database,
  onChange: (change: IdentityChange) => void,
  onGap: () => void,
): Promise<() => Promise<void>> {
  return db.listen(channel, (payload) => onChange(JSON.parse(payload) as IdentityChange), onGap)
}
