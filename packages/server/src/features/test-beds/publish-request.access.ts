import type { PublishRequest } from '@sheetwright/contract/test-beds/publish-gate.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { requireEngine, requireVersion } from '../engines/engine.access.ts'
import { type StoredEngine, updateEngine } from '../engines/engine.store.ts'
import type { StoredVersion } from '../engines/engine-version.store.ts'
import { latestRequest } from './publish-gate.store.ts'

interface VersionAddress {
  readonly product: string
  readonly engine: string
  readonly version: string
}

/** A version that the caller may publish, and so decide about. */
export async function requirePublishable(
  tx: TenantTransaction,
  caller: UserIdentity,
  address: VersionAddress,
): Promise<{ engine: StoredEngine; version: StoredVersion }> {
  const engine = await requireEngine(tx, caller, address, 'write')
  return { engine, version: await requireVersion(tx, engine, address.version) }
}

/** The same for who changes the request: it stays as it is read until the end of the transaction, as does the version. */
export async function lockPublishable(
  tx: TenantTransaction,
  caller: UserIdentity,
  address: VersionAddress,
): Promise<{ engine: StoredEngine; version: StoredVersion }> {
  const { engine } = await requirePublishable(tx, caller, address)
  await updateEngine(tx, engine.id)
  return requirePublishable(tx, caller, address)
}

export async function requireRequest(
  tx: TenantTransaction,
  caller: UserIdentity,
  versionId: string,
): Promise<PublishRequest> {
  const request = await latestRequest(tx, versionId, caller.userId)
  if (request === undefined) throw new CallError('CONFLICT', 'Nobody has asked to publish this version')
  return request
}
