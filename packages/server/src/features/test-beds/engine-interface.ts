import type { EngineInterface } from '@sheetwright/contract/engines/interface.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { Files } from '../../platform/files/files.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { readBuild, renamedInterface } from '../engines/engine-build.store.ts'
import { requireVersion } from '../engines/engine.access.ts'
import type { StoredEngine } from '../engines/engine.store.ts'
import type { StoredVersion } from '../engines/engine-version.store.ts'

/** The version that a call means: the named one, else the one in use, else the newest that the caller sees. */
export async function meantVersion(
  tx: TenantTransaction,
  engine: StoredEngine,
  idOrRevision: string | undefined,
): Promise<StoredVersion> {
  if (idOrRevision !== undefined) return requireVersion(tx, engine, idOrRevision)
  if (engine.version !== null) return engine.version
  throw new CallError('NO_ACTIVE_VERSION', `The engine "${engine.serviceName}" has no version yet`)
}

/** The interface of a version, with the names that callers use. */
export async function interfaceOf(
  files: Files,
  tenantId: string,
  { buildHash, portNames }: Pick<StoredVersion, 'buildHash' | 'portNames'>,
): Promise<EngineInterface> {
  const { publicInterface } = await readBuild(files, tenantId, buildHash)
  return renamedInterface(publicInterface, portNames)
}
