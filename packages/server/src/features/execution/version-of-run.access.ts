import type { Database } from '../../platform/db/database.ts'
import { JobFailure } from '../../platform/jobs/definition.ts'
import { findRunnable, type RunnableVersion } from '../engines/engine-version.store.ts'
import type { Execution } from './execution.ts'

interface RunOfVersion {
  readonly engineId: string
  readonly versionId: string
  readonly at: Date
}

/** The version that a job computes. It can be made inactive while the job waits; the job still computes it. */
export async function versionOfRun(db: Database, tenantId: string, run: RunOfVersion): Promise<RunnableVersion> {
  const found = await db.inTenant(tenantId, (tx) => findRunnable(tx, { ...run, mayEdit: true }))
  if (found.kind === 'version' || found.kind === 'inactive') return found.version
  throw new JobFailure('The version of the engine is gone.')
}

/** The time that one record takes, to choose how many are computed at once. */
export async function evalMicrosOf(
  { engines }: Pick<Execution, 'engines'>,
  tenantId: string,
  version: RunnableVersion,
): Promise<number> {
  const isOwn = version.engineType === 'Type1' || version.engineType === 'Type2'
  return isOwn ? (await engines.get(tenantId, version)).evalMicros : 100_000
}
