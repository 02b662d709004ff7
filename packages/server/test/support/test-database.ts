import { randomUUID } from 'node:crypto'
import { escapeIdentifier } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, inject } from 'vitest'
import { appEndpointOf } from '../../src/platform/db/app-role.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import type { Endpoint } from '../../src/platform/db/endpoint.ts'
import { newId } from '../../src/platform/db/new-id.ts'
import { tenants } from '../../src/platform/db/schema/tenants.ts'
import { type DatabaseServer, execute } from './database-servers.ts'

export interface TestDatabase {
  readonly db: Database
  /** With the role that owns the tables, for migrations and administration. */
  readonly owner: Endpoint
  /** With the server's role. */
  readonly app: Endpoint
  readonly drop: () => Promise<void>
}

/** For `describe.each`: storage tests run on each of them. The first is the embedded one. */
export function databaseServers(): readonly DatabaseServer[] {
  return inject('databaseServers')
}

/** A copy of the migrated template, ready in well under a second; on the embedded server by default. */
export async function createTestDatabase(server?: DatabaseServer): Promise<TestDatabase> {
  const { owner, drop } = await createDatabase(server, 'copy of the template')
  const app = appEndpointOf(owner)
  const db = openDatabase(app, { log: pino({ level: 'silent' }), maxConnections: 10 })
  return {
    db,
    owner,
    app,
    drop: async () => {
      await db.close()
      await drop()
    },
  }
}

/** An empty database, for tests of a first start. */
export async function createEmptyDatabase(server?: DatabaseServer): Promise<Pick<TestDatabase, 'owner' | 'drop'>> {
  return createDatabase(server, 'empty')
}

async function createDatabase(server: DatabaseServer | undefined, content: 'copy of the template' | 'empty') {
  const chosen = server ?? databaseServers()[0]
  if (chosen === undefined) throw new Error('The run has no database server')
  const maintenance: Endpoint = { ...chosen.template, database: 'postgres' }
  const owner: Endpoint = { ...chosen.template, database: `test_${randomUUID().replaceAll('-', '')}` }
  const name = escapeIdentifier(owner.database)
  const template = content === 'empty' ? '' : ` TEMPLATE ${escapeIdentifier(chosen.template.database)}`
  // Copying files takes half the time of copying through the log.
  await execute(maintenance, `CREATE DATABASE ${name}${template} STRATEGY FILE_COPY`)
  return { owner, drop: () => execute(maintenance, `DROP DATABASE ${name} WITH (FORCE)`) }
}

/** For the top of a test file: a database for all its tests, dropped afterwards. Use the result inside tests only. */
export function useTestDatabase(server?: DatabaseServer): TestDatabase {
  let database: TestDatabase | undefined
  beforeAll(async () => {
    database = await createTestDatabase(server)
  })
  afterAll(async () => {
    await database?.drop()
  })
  const started = (): TestDatabase => {
    if (database === undefined) throw new Error('The test database exists inside tests only')
    return database
  }
  return {
    get db() {
      return started().db
    },
    get owner() {
      return started().owner
    },
    get app() {
      return started().app
    },
    drop: async () => started().drop(),
  }
}

/** Creates a tenant for a test; returns its id. */
export async function newTenant(db: Database, name: string = `t-${randomUUID()}`): Promise<string> {
  const id = newId()
  await db.inSystem(async (tx) => tx.q.insert(tenants).values({ id, name }))
  return id
}
