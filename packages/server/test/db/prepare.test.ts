import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../src/platform/db/endpoint.ts'
import { endpointFromUrl } from '../../src/platform/db/endpoint.ts'
import { liftIsolation } from '../../src/platform/db/lift-isolation.ts'
import { prepareDatabase } from '../../src/platform/db/prepare.ts'
import { StartupError } from '../../src/startup-error.ts'
import { execute } from '../support/database-servers.ts'
import { createEmptyDatabase, createTestDatabase, databaseServers } from '../support/test-database.ts'

const tenant = '019b76da-a800-7000-8000-000000000001'
const drops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const drop of drops.splice(0)) await drop()
})

describe.each(databaseServers())('on $name', (server) => {
  async function emptyDatabase(): Promise<Endpoint> {
    const { owner, drop } = await createEmptyDatabase(server)
    drops.push(drop)
    return owner
  }

  /** A copy of one that was prepared before. */
  async function preparedDatabase(): Promise<Endpoint> {
    const { owner, drop } = await createTestDatabase(server)
    drops.push(drop)
    return owner
  }

  /** With roles of its own: those of the other databases are shared by all tests on the server. */
  async function databaseOfAnotherOwner(): Promise<Endpoint> {
    const maintenance: Endpoint = { ...server.template, database: 'postgres' }
    const name = `other_${randomUUID().replaceAll('-', '')}`
    const owner: Endpoint = { ...server.template, user: name, password: 'a password', database: name }
    const outside: Endpoint = { ...owner, database: 'postgres' }
    await execute(maintenance, `CREATE ROLE ${name} LOGIN CREATEDB CREATEROLE PASSWORD '${owner.password}'`)
    await execute(outside, `CREATE DATABASE ${name}`)
    drops.push(async () => {
      await execute(outside, `DROP DATABASE ${name}`)
      await execute(outside, `DROP ROLE ${name}_app`)
      await execute(maintenance, `DROP ROLE ${name}`)
    })
    return owner
  }

  it('is done once by processes that start at the same time, and quickly by those after', async () => {
    const owner = await emptyDatabase()
    const results = await Promise.all(Array.from({ length: 4 }, () => prepareDatabase(owner, undefined)))
    const working = results.filter(({ applied }) => applied.length > 0)
    expect(working).toHaveLength(1)
    expect(new Set(results.map(({ app }) => `${app.user} ${app.password}`)).size).toBe(1)
    expect((await prepareDatabase(owner, undefined)).applied).toEqual([])
  })

  it('refuses a database that a newer version has changed', async () => {
    const owner = await preparedDatabase()
    await execute(owner, `INSERT INTO sheetwright.migrations VALUES (9999, '9999-future.sql', 'x')`)
    await expect(prepareDatabase(owner, undefined)).rejects.toThrow(/newer version of Sheetwright.*9999-future\.sql/)
  })

  it('refuses to go on when an applied migration was edited', async () => {
    const owner = await preparedDatabase()
    await execute(owner, `UPDATE sheetwright.migrations SET checksum = 'edited' WHERE number = 1`)
    await expect(prepareDatabase(owner, undefined)).rejects.toThrow(/0001-base\.sql is not the one that was applied/)
  })

  it('gives the server’s role its password again when it was changed', async () => {
    const owner = await databaseOfAnotherOwner()
    const { app } = await prepareDatabase(owner, undefined)
    await execute(owner, `ALTER ROLE "${app.user}" PASSWORD 'forgotten'`)
    await expect(execute(app, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
    await prepareDatabase(owner, undefined)
    await expect(execute(app, 'SELECT FROM sheetwright.tenants')).resolves.toBeUndefined()
  })

  it('warns when a crash could lose what was confirmed', async () => {
    const owner = await preparedDatabase()
    const { app, warnings } = await prepareDatabase(owner, undefined)
    // The servers of a test run are configured for speed, and warn about it.
    expect(warnings.join()).toMatch(/fsync = off.*full_page_writes = off.*synchronous_commit = off/)
    await execute(owner, `ALTER DATABASE "${owner.database}" SET synchronous_commit = on`)
    expect((await prepareDatabase(owner, undefined)).warnings).toHaveLength(2)
    await execute(owner, `ALTER ROLE "${app.user}" IN DATABASE "${owner.database}" SET synchronous_commit = off`)
    expect((await prepareDatabase(owner, undefined)).warnings).toHaveLength(3)
  })

  it('works as the role that the operator named, and refuses one that isolation does not bind', async () => {
    const owner = await emptyDatabase()
    const named: Endpoint = { ...owner, user: 'named_by_operator', password: 'p' }
    await execute(owner, `DROP ROLE IF EXISTS named_by_operator; CREATE ROLE named_by_operator LOGIN PASSWORD 'p'`)
    drops.push(() => execute({ ...owner, database: 'postgres' }, 'DROP ROLE IF EXISTS named_by_operator'))
    const { app } = await prepareDatabase(owner, named)
    expect(app.user).toBe('named_by_operator')
    await expect(execute(app, 'SELECT FROM sheetwright.tenants')).resolves.toBeUndefined()

    await expect(prepareDatabase(owner, owner)).rejects.toThrow(/superuser, owns the tables or bypasses/)
    await expect(prepareDatabase(owner, { ...owner, user: 'nobody_here' })).rejects.toThrow(
      /nobody_here does not exist/,
    )
  })

  it('says in one line that the database cannot be opened', async () => {
    const owner = await preparedDatabase()
    const wrong = prepareDatabase({ ...owner, password: 'wrong' }, undefined)
    await expect(wrong).rejects.toThrow(StartupError)
    await expect(wrong).rejects.toThrow(/cannot be opened as .*: password authentication failed/)
    const absent = prepareDatabase({ ...owner, database: 'no_such_database' }, undefined)
    await expect(absent).rejects.toThrow(/no_such_database.* does not exist/)
    const { app } = await prepareDatabase(owner, undefined)
    const otherRole = prepareDatabase(owner, { ...app, password: 'wrong' })
    await expect(otherRole).rejects.toThrow(StartupError)
    await expect(otherRole).rejects.toThrow(`cannot be opened as ${app.user}`)
  })

  it('refuses an encoding in which names cannot be written', async () => {
    const owner = await emptyDatabase()
    const database = `latin_${owner.database}`
    const maintenance = { ...owner, database: 'postgres' }
    await execute(maintenance, `CREATE DATABASE ${database} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`)
    drops.push(() => execute(maintenance, `DROP DATABASE ${database}`))
    await expect(prepareDatabase({ ...owner, database }, undefined)).rejects.toThrow(/UTF8.*LATIN1/)
  })

  it('shows migrations the rows of every tenant, and closes the tables again', async () => {
    const owner = await preparedDatabase()
    const { app } = await prepareDatabase(owner, undefined)
    await execute(app, `INSERT INTO sheetwright.tenants (id, name) VALUES ('${tenant}', 'somebody')`)
    await execute(
      app,
      `BEGIN; SET LOCAL app.tenant = '${tenant}';
       INSERT INTO sheetwright.user_groups (tenant_id, label) VALUES ('${tenant}', 'user:pf.forms'); COMMIT`,
    )
    const client = new Client({ ...owner, options: '-c search_path=sheetwright' })
    await client.connect()
    drops.unshift(() => client.end())
    await client.query('BEGIN')
    const changed = await liftIsolation(client, () => client.query(`UPDATE user_groups SET label = 'user:renamed'`))
    await client.query('COMMIT')
    expect(changed.rowCount).toBe(1)
    const { rows } = await client.query(
      `SELECT count(*)::int AS open FROM pg_class
       WHERE relnamespace = 'sheetwright'::regnamespace AND relrowsecurity AND NOT relforcerowsecurity`,
    )
    expect(rows).toEqual([{ open: 0 }])
  })

  it('leaves nothing of a migration that failed half way', async () => {
    const owner = await emptyDatabase()
    // The first migration creates this table last.
    await execute(owner, 'CREATE SCHEMA sheetwright; CREATE TABLE sheetwright.system_values (x int)')
    await expect(prepareDatabase(owner, undefined)).rejects.toThrow(/0001-base\.sql failed: .*system_values.*exists/)
    const client = new Client(owner)
    await client.connect()
    const { rows } = await client.query(
      `SELECT relname FROM pg_class WHERE relnamespace = 'sheetwright'::regnamespace AND relkind = 'r' ORDER BY 1`,
    )
    await client.end()
    expect(rows).toEqual([{ relname: 'migrations' }, { relname: 'system_values' }])
  })
})

describe('addresses of databases', () => {
  it('are read with everything in them', () => {
    expect(endpointFromUrl('postgres://me:p%40ss@db.example.com:6543/rates', 'DATABASE_URL')).toEqual({
      host: 'db.example.com',
      port: 6543,
      database: 'rates',
      user: 'me',
      password: 'p@ss',
      ssl: false,
    })
  })

  it('must carry a password, from which that of the server’s role follows', async () => {
    const owner = endpointFromUrl('postgres://me@localhost/rates', 'DATABASE_URL')
    await expect(prepareDatabase({ ...owner, password: undefined }, undefined)).rejects.toThrow(
      /no password.*SHEETWRIGHT_APP_DATABASE_URL/,
    )
  })
})
