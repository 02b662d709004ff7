import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import { requireEngine, requireVersion } from '../engines/engine.access.ts'
import type { EngineAddress, StoredEngine } from '../engines/engine.store.ts'
import type { StoredVersion } from '../engines/engine-version.store.ts'

/** A published version of an engine that the caller may edit, and so promote. */
export async function requirePromotable(
  tx: TenantTransaction,
  caller: CallerIdentity,
  address: EngineAddress & { readonly version: string },
): Promise<{ readonly engine: StoredEngine; readonly version: StoredVersion }> {
  const engine = await requireEngine(tx, caller, address, 'write')
  const version = await requireVersion(tx, engine, address.version)
  if (version.state === 'Active') return { engine, version }
  const message = `Version ${version.revision} is not published`
  throw new CallError('INVALID_INPUT', message, [
    { field: 'params.version', message, allowed: 'a version that is active' },
  ])
}
