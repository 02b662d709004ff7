import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, escapeIdentifier } from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { packagedBinaries } from '../../src/platform/db/embedded/binaries.ts'
import { startCluster } from '../../src/platform/db/embedded/cluster.ts'
import type { Endpoint } from '../../src/platform/db/endpoint.ts'
import { prepareDatabase } from '../../src/platform/db/prepare.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster of this run, as its owner; the database is the migrated template. */
    templateDatabase: Endpoint
  }
}

/** One PostgreSQL for the whole run, with one migrated database that every test file copies. */
// oxlint-disable-next-line import/no-default-export -- vitest calls the default export
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'sheetwright-test-'))
  const cluster = await startCluster({
    folder,
    binaries: await packagedBinaries(join(folder, 'lib')),
    log: pino({ level: 'warn' }),
    // Nothing of a test run outlives it; durability has tests of its own.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  })
  const template = { ...cluster.owner, database: 'template_sheetwright' }
  await createDatabase(cluster.owner, template.database)
  await prepareDatabase(template, undefined)
  project.provide('templateDatabase', template)
  return async () => {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function createDatabase(owner: Endpoint, name: string): Promise<void> {
  const client = new Client(owner)
  await client.connect()
  await client.query(`CREATE DATABASE ${escapeIdentifier(name)}`)
  await client.end()
}
