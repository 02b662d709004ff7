import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { requireEngineById, requireVersion } from '../engines/engine.access.ts'
import type { StoredEngine } from '../engines/engine.store.ts'
import type { StoredVersion } from '../engines/engine-version.store.ts'
import type { Right } from '../permissions/entity.access.ts'

/** The engine that computes policies, and the version: the named one, else the one in use. */
export async function requireEngineVersion(
  tx: TenantTransaction,
  caller: UserIdentity,
  engineId: string,
  right: Right,
  named?: string,
): Promise<{ readonly engine: StoredEngine; readonly version: StoredVersion }> {
  const engine = await requireEngineById(tx, caller, engineId, right)
  const version = named === undefined ? engine.version : await requireVersion(tx, engine, named)
  if (version === null)
    throw new CallError('NO_ACTIVE_VERSION', `The engine "${engine.serviceName}" has no version yet`)
  return { engine, version }
}
