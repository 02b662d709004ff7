import type { TenantTransaction } from '../../platform/db/database.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { assertManages, fileFor, viewerOf } from '../files/entry.access.ts'
import type { StoredEntry } from '../files/entry.store.ts'

/** The file whose links the caller wants to view or change; only its owner and supervisors may. */
export async function managedFile(tx: TenantTransaction, caller: UserIdentity, id: string): Promise<StoredEntry> {
  const file = await fileFor(tx, viewerOf(caller), id)
  assertManages(file)
  return file
}
