import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, escapeIdentifier } from 'pg'
import { pino } from 'pino'
import { appEndpointOf } from '../../src/platform/db/app-role.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { type Binaries, packagedBinaries } from '../../src/platform/db/embedded/binaries.ts'
import { type Cluster, startCluster } from '../../src/platform/db/embedded/cluster.ts'
import { stopOrphan } from '../../src/platform/db/embedded/postmaster.ts'
import type { Endpoint } from '../../src/platform/db/endpoint.ts'
import { prepareDatabase } from '../../src/platform/db/prepare.ts'
import { loadProviderKeys } from '../../src/platform/identity/provider/provider-keys.ts'

/** A PostgreSQL that tests run on, with a migrated database to copy. */
export interface DatabaseServer {
  readonly name: string
  /** The migrated template, with its owner's role. */
  readonly template: Endpoint
}

export interface StartedServers {
  readonly servers: readonly DatabaseServer[]
  readonly stop: () => Promise<void>
}

const TEMPLATE = 'template_sheetwright'

/** Nothing of a test run outlives it; durability has its own tests. */
const hasty = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

/**
 * The servers of the storage tests: the embedded one as the product starts it; the same over TCP as an operator would
 * use it, owned by a role without special privileges; and those installed on the machine, if any.
 */
export async function startDatabaseServers(): Promise<StartedServers> {
  await removeLeftovers()
  const folder = await mkdtemp(join(tmpdir(), `sheetwright-test-${process.pid}-`))
  const clusters: Cluster[] = []
  const start = async (name: string, binaries: Binaries, tcp: boolean): Promise<Endpoint> => {
    const own = join(folder, name)
    await mkdir(own, { mode: 0o700 })
    const log = pino({ level: 'warn' })
    const cluster = await startCluster({ folder: own, binaries, log, tcp, settings: hasty })
    clusters.push(cluster)
    return cluster.owner
  }
  const stop = async () => {
    await Promise.all(clusters.map((cluster) => cluster.stop()))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const packaged = await packagedBinaries(join(folder, 'lib'))
    const servers = await Promise.all([
      start('embedded', packaged, false).then((owner) => withTemplate('embedded PostgreSQL', owner)),
      start('tcp', packaged, true)
        .then(plainOwner)
        .then((owner) => withTemplate('external PostgreSQL over TCP', owner)),
      ...(await installedVersions()).map(({ version, binaries }) =>
        start(`installed-${version}`, binaries, true)
          .then(plainOwner)
          .then((owner) => withTemplate(`installed PostgreSQL ${version}`, owner)),
      ),
    ])
    return { servers, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Killed runs could not clean up; their folder names contain their process. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = /^sheetwright-test-(\d+)-/.exec(name)?.[1]
    if (pid === undefined || isAlive(Number(pid))) continue
    const folder = join(tmpdir(), name)
    const binaries = await packagedBinaries(join(folder, 'lib'))
    for (const each of await readdir(folder)) {
      await stopOrphan(join(folder, each, 'cluster'), binaries, { description: 'this user', wrapper: [] })
    }
    await rm(folder, { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** PostgreSQL versions in Debian's folders; unsupported versions are left out. */
async function installedVersions(): Promise<{ version: string; binaries: Binaries }[]> {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? await readdir(root) : []
  const usable = versions.filter((version) => Number(version) >= 15 && existsSync(join(root, version, 'bin/initdb')))
  if (usable.length === 0) {
    process.stdout.write('No PostgreSQL of version 15 or newer is installed here: the storage tests leave it out\n')
  }
  return usable.map((version) => {
    const program = (name: string) => join(root, version, 'bin', name)
    const binaries = {
      initdb: program('initdb'),
      postgres: program('postgres'),
      pgCtl: program('pg_ctl'),
      environment: {},
    }
    return { version, binaries }
  })
}

/** A role as a hosting company provides it: it may create databases and roles, end connections, and nothing more. */
async function plainOwner(superuser: Endpoint): Promise<Endpoint> {
  const owner: Endpoint = { ...superuser, user: 'insurer', password: 'a password of the operator' }
  await execute(
    superuser,
    `CREATE ROLE insurer LOGIN CREATEDB CREATEROLE PASSWORD '${owner.password}' IN ROLE pg_signal_backend`,
  )
  return owner
}

async function withTemplate(name: string, owner: Endpoint): Promise<DatabaseServer> {
  const template: Endpoint = { ...owner, database: TEMPLATE }
  await execute({ ...owner, database: 'postgres' }, `CREATE DATABASE ${escapeIdentifier(TEMPLATE)}`)
  await prepareDatabase(template, undefined)
  await makeKeys(template)
  return { name, template }
}

/** The keys of the identity provider, made once: otherwise each test server takes a quarter of a second for them. */
async function makeKeys(template: Endpoint): Promise<void> {
  const db = openDatabase(appEndpointOf(template), { log: pino({ level: 'silent' }), maxConnections: 1 })
  try {
    await loadProviderKeys(db)
  } finally {
    await db.close()
  }
}

export async function execute(endpoint: Endpoint, statement: string): Promise<void> {
  const client = new Client(endpoint)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
