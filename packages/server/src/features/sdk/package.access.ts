import type { EnginePackage, PackageKind } from '@sheetwright/contract/sdk/package.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { KeyIdentity, UserIdentity } from '../../platform/http/caller.ts'
import { requireEngine, requireVersion } from '../engines/engine.access.ts'
import type { EngineAddress, StoredEngine } from '../engines/engine.store.ts'
import { findPackage, type StoredPackage } from './engine-package.store.ts'

type Caller = UserIdentity | KeyIdentity

/** Whether a package contains the program, or only a client of the server. */
const holdsProgram: Readonly<Record<PackageKind, boolean>> = {
  jssheet: true,
  typescript: true,
  python: true,
  'sql-bigquery': true,
  'sql-snowflake': true,
  'sql-postgresql': true,
  'http-typescript': false,
  'http-python': false,
}

/** Whether programs of an engine can be made for others. */
export function portabilityOf({ mayLeave, engineType }: StoredEngine): 'yes' | 'forbidden' | 'impossible' {
  if (engineType !== 'Type1') return 'impossible'
  return mayLeave ? 'yes' : 'forbidden'
}

/** Refuses a package with the program of an engine whose author does not allow handing it out. */
export function assertPortable(engine: StoredEngine, kind: PackageKind): void {
  if (!holdsProgram[kind]) return
  const portability = portabilityOf(engine)
  if (portability === 'yes') return
  if (portability === 'forbidden') {
    throw new CallError(
      'PERMISSION_DENIED',
      `The author of "${engine.serviceName}" does not let it be handed out as a program`,
    )
  }
  throw notPortable(engine.serviceName)
}

export function notPortable(serviceName: string): CallError {
  return new CallError('ENGINE_NOT_PORTABLE', `"${serviceName}" has no compiled program that computes elsewhere`)
}

/** A package of an engine that the caller may see. */
export async function requirePackage(
  tx: TenantTransaction,
  caller: Caller,
  address: EngineAddress & { readonly package: string },
): Promise<{ engine: StoredEngine; found: StoredPackage }> {
  const engine = await requireEngine(tx, caller, address, 'read')
  const found = await findPackage(tx, engine.id, address.package)
  if (found === undefined) throw new CallError('FILE_NOT_FOUND', 'The engine has no such package')
  await requireVersion(tx, engine, found.versionId)
  return { engine, found }
}

export function shownPackage(engine: StoredEngine, { fileHash, createdAt, ...rest }: StoredPackage): EnginePackage {
  const url = `/api/v1/JsSheetSDK/download/${engine.productId}/${engine.id}/${rest.id}`
  return { ...rest, createdAt: createdAt.toISOString(), downloadSDKUrl: fileHash === null ? null : url }
}
