import { randomUUID } from 'node:crypto'
import { Client, escapeIdentifier } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, inject } from 'vitest'
import { appEndpointOf } from '../../src/platform/db/app-role.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import type { Endpoint } from '../../src/platform/db/endpoint.ts'
import { newId } from '../../src/platform/db/new-id.ts'
import { tenants } from '../../src/platform/db/schema/tenants.ts'

export interface TestDatabase {
  readonly db: Database
  /** As the owner of the tables: what migrations and administration connect with. */
  readonly owner: Endpoint
  /** As the role the server works as. */
  readonly app: Endpoint
  readonly drop: () => Promise<void>
}

/** A copy of the migrated template: its own database, ready in well under a second. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = inject('templateDatabase')
  const maintenance: Endpoint = { ...template, database: 'postgres' }
  const owner: Endpoint = { ...template, database: `test_${randomUUID().replaceAll('-', '')}` }
  await onServer(
    maintenance,
    `CREATE DATABASE ${escapeIdentifier(owner.database)} TEMPLATE ${escapeIdentifier(template.database)}`,
  )
  const app = appEndpointOf(owner)
  const db = openDatabase(app, { log: pino({ level: 'silent' }), maxConnections: 10 })
  return {
    db,
    owner,
    app,
    drop: async () => {
      await db.close()
      await onServer(maintenance, `DROP DATABASE ${escapeIdentifier(owner.database)} WITH (FORCE)`)
    },
  }
}

/** For the top of a test file: a database for all its tests, gone afterwards. Use the result inside tests only. */
export function useTestDatabase(): TestDatabase {
  let database: TestDatabase | undefined
  beforeAll(async () => {
    database = await createTestDatabase()
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

/** A tenant of its own for a test; answers its id. */
export async function newTenant(db: Database, name: string = `t-${randomUUID()}`): Promise<string> {
  const id = newId()
  await db.inSystem(async (tx) => tx.q.insert(tenants).values({ id, name }))
  return id
}

async function onServer(endpoint: Endpoint, statement: string): Promise<void> {
  const client = new Client(endpoint)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
