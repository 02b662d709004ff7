import { recordAudit } from '../audit/audit.store.ts'
import type { TenantTransaction } from '../db/database.ts'

/** Records what the owner did with an account: signed in, chose a password, set up a second factor. */
export function recordAccount(
  tx: TenantTransaction,
  user: { readonly id: string; readonly fullName: string },
  { action, requestId, after }: { action: string; requestId: string; after: Readonly<Record<string, unknown>> | null },
): Promise<void> {
  return recordAudit(
    tx,
    { userId: user.id, name: user.fullName, correlationId: requestId },
    { action, entityType: 'user', entityId: user.id, entityName: user.fullName, before: null, after },
  )
}
