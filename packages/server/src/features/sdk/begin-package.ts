import type { EnginePackage, PackageKind } from '@sheetwright/contract/sdk/package.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { KeyIdentity, UserIdentity } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { personBehind } from '../api-keys/api-key.access.ts'
import type { StoredEngine } from '../engines/engine.store.ts'
import type { StoredVersion } from '../engines/engine-version.store.ts'
import { findPackage, insertPackage, packageInWork, setPackageJob } from './engine-package.store.ts'
import { makePackage } from './make-package.job.ts'
import { assertPortable, notPortable, shownPackage } from './package.access.ts'

/** Queues a package; returns the one in progress, if any. */
export async function beginPackage(
  tx: TenantTransaction,
  { jobs, events }: Pick<Services, 'jobs' | 'events'>,
  caller: UserIdentity | KeyIdentity,
  { engine, version, kind }: { engine: StoredEngine; version: StoredVersion; kind: PackageKind },
): Promise<EnginePackage> {
  assertPortable(engine, kind)
  if (version.programHash === null && !kind.startsWith('http-')) throw notPortable(engine.serviceName)
  const present = await packageInWork(tx, version.id, kind)
  if (present !== undefined) return shownPackage(engine, present)
  const createdBy = await personBehind(tx, caller)
  const packageId = await insertPackage(tx, { engineId: engine.id, versionId: version.id, kind, createdBy })
  const jobId = await jobs.enqueue(tx, makePackage, createdBy, {
    Name: `${engine.serviceName} ${version.revision}`,
    packageId,
    engineId: engine.id,
    versionId: version.id,
    tenantName: caller.tenantName,
    kind,
  })
  await setPackageJob(tx, packageId, jobId)
  await events.publish(tx, { type: 'engine.changed', id: engine.id })
  const made = await findPackage(tx, engine.id, packageId)
  if (made === undefined) throw new Error('A package that was just written is not there')
  return shownPackage(engine, made)
}
