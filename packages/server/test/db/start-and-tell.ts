import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { packagedBinaries } from '../../src/platform/db/embedded/binaries.ts'
import { startCluster } from '../../src/platform/db/embedded/cluster.ts'

/**
 * For embedded.test.ts: `start-and-tell.ts FOLDER` starts the cluster of a folder, prints its address, and waits to be
 * killed.
 */
const folder = process.argv[2] ?? ''
await mkdir(folder, { recursive: true, mode: 0o700 })
const binaries = await packagedBinaries(join(folder, 'lib'))
const cluster = await startCluster({ folder, binaries, log: pino({ level: 'silent' }) })
process.stdout.write(`${JSON.stringify({ owner: cluster.owner, pid: cluster.pid() })}\n`)
setInterval(() => undefined, 60_000)
