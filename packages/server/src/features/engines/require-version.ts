import type { TenantTransaction } from '../../platform/db/database.ts'
import type { AuthorIdentity } from './engine-author.ts'
import { assertMayLeave, requireEngine, requireVersion } from './engine.access.ts'
import type { EngineAddress, StoredEngine } from './engine.store.ts'
import type { StoredVersion } from './engine-version.store.ts'

/** A version whose workbook or program the caller may download. */
export async function versionOf(
  tx: TenantTransaction,
  caller: AuthorIdentity,
  address: EngineAddress & { readonly version: string },
): Promise<{ engine: StoredEngine; version: StoredVersion }> {
  const engine = await requireEngine(tx, caller, address, 'read')
  assertMayLeave(engine)
  return { engine, version: await requireVersion(tx, engine, address.version) }
}
