import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { packagedBinaries } from '@sheetwright/server/platform/db/embedded/binaries.ts'
import { startCluster } from '@sheetwright/server/platform/db/embedded/cluster.ts'
import { createLog } from '@sheetwright/server/platform/telemetry/log.ts'
import { databaseUrlOf } from '../packages/server/test/support/server-process.ts'
import { testStores } from '../packages/server/test/support/test-stores.ts'

interface SharedStores {
  /** A folder for everything else, removed in the end. */
  readonly folder: string
  /** Settings of the processes that share them. */
  readonly environment: Readonly<Record<string, string>>
  readonly stop: () => Promise<void>
}

/** One PostgreSQL and one S3 server for several processes. */
export async function startSharedStores(): Promise<SharedStores> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-stores-'))
  await mkdir(path.join(folder, 'db'), { mode: 0o700 })
  const cluster = await startCluster({
    folder: path.join(folder, 'db'),
    binaries: await packagedBinaries(path.join(folder, 'lib')),
    log: createLog({ logLevel: 'warn', logFormat: 'json' }),
    tcp: true,
    settings: { max_connections: '400' },
  })
  const s3 = await testStores.s3()
  return {
    folder,
    environment: { DATABASE_URL: databaseUrlOf(cluster.owner), ...s3.environment },
    stop: async () => {
      await s3.close()
      await cluster.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
