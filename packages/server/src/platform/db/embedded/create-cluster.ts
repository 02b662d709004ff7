import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '../../../startup-error.ts'
import type { Binaries } from './binaries.ts'
import { lastComplaint } from './last-complaint.ts'
import { type Identity, runCommand } from './run-command.ts'

/** The user that owns the embedded database, and the database's name. */
export const OWNER = 'sheetwright'

/** PostgreSQL reads only the files of its own major version. */
export async function refuseOtherVersion(cluster: string, binaries: Binaries): Promise<void> {
  const made = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (made === undefined) return
  const { output } = await runCommand(
    { description: '', wrapper: [] },
    binaries.postgres,
    ['--version'],
    binaries.environment,
  )
  const brought = /^\D*(\d+)\./.exec(output)?.[1]
  if (brought === made.trim()) return
  throw new StartupError(
    `The embedded database was made by PostgreSQL ${made.trim()} and this version brings ${brought ?? 'another'}: ` +
      'back it up with the version that made it, and restore into a new data folder',
  )
}

/** Known only in this folder: anybody who can read the file can also read the database files beside it. */
export async function ownerPassword(folder: string, identity: Identity): Promise<string> {
  const path = join(folder, 'owner-password')
  const present = await readFile(path, 'utf8').catch(() => undefined)
  if (present !== undefined) return present.trim()
  const password = randomBytes(24).toString('base64url')
  await writeFile(path, `${password}\n`, { mode: 0o600 })
  if (identity.uid !== undefined) await chown(path, identity.uid, identity.gid ?? identity.uid)
  return password
}

/** Created under another name first, so that an interrupted creation never looks like a cluster. */
export async function createCluster(
  folder: string,
  cluster: string,
  binaries: Binaries,
  identity: Identity,
): Promise<void> {
  const unfinished = join(folder, 'cluster.unfinished')
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  if (identity.uid !== undefined) await chown(unfinished, identity.uid, identity.gid ?? identity.uid)
  const result = await runCommand(
    identity,
    binaries.initdb,
    [
      `--pgdata=${unfinished}`,
      `--username=${OWNER}`,
      `--pwfile=${join(folder, 'owner-password')}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--data-checksums',
    ],
    binaries.environment,
  )
  if (result.code !== 0) {
    throw new StartupError(`The embedded database could not be created: ${lastComplaint(result.output)}`)
  }
  await rename(unfinished, cluster)
}
