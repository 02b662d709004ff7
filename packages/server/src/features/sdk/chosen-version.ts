import type { TenantTransaction } from '../../platform/db/database.ts'
import type { KeyIdentity, UserIdentity } from '../../platform/http/caller.ts'
import { requireEngine, requireRunnable, requireVersion } from '../engines/engine.access.ts'
import type { EngineAddress, StoredEngine } from '../engines/engine.store.ts'
import type { StoredVersion } from '../engines/engine-version.store.ts'

/** The version that a call names, else the running one. */
export async function chosenVersion(
  tx: TenantTransaction,
  caller: UserIdentity | KeyIdentity,
  address: EngineAddress,
  named: string | undefined,
): Promise<{ engine: StoredEngine; version: StoredVersion }> {
  const engine = await requireEngine(tx, caller, address, 'read')
  if (named !== undefined) return { engine, version: await requireVersion(tx, engine, named) }
  const { version } = await requireRunnable(tx, { engineId: engine.id, at: new Date(), mayEdit: false })
  return { engine, version: await requireVersion(tx, engine, version.id) }
}
