import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import type { Queries } from '../../src/platform/db/database.ts'
import { postgresFailure } from '../../src/platform/db/sql-errors.ts'
import { databaseServers, newTenant, useTestDatabase } from '../support/test-database.ts'

const ROW_SECURITY_REFUSED = '42501'

describe.each(databaseServers())('on $name', (server) => {
  const database = useTestDatabase(server)

  async function twoTenants(): Promise<{ a: string; b: string }> {
    const { db } = database
    const [a, b] = [await newTenant(db), await newTenant(db)]
    for (const tenant of [a, b]) {
      await db.inTenant(tenant, (tx) =>
        tx.q.execute(sql`INSERT INTO user_groups (tenant_id, label) VALUES (${tenant}, 'supervisor:pf')`),
      )
    }
    return { a, b }
  }

  const labels = async (q: Queries) =>
    (await q.execute(sql`SELECT tenant_id, label FROM user_groups`)).rows as { tenant_id: string; label: string }[]

  it('shows a tenant its own rows and no others, whatever the statement asks for', async () => {
    const { a, b } = await twoTenants()
    const seen = await database.db.inTenant(a, async ({ q }) => ({
      all: await labels(q),
      others: (await q.execute(sql`SELECT * FROM user_groups WHERE tenant_id = ${b}`)).rows,
      tenants: (await q.execute(sql`SELECT id FROM tenants`)).rows,
    }))
    expect(seen).toEqual({ all: [{ tenant_id: a, label: 'supervisor:pf' }], others: [], tenants: [{ id: a }] })
  })

  it('neither changes nor removes rows of another tenant', async () => {
    const { a, b } = await twoTenants()
    const touched = await database.db.inTenant(a, async ({ q }) => ({
      updated: (await q.execute(sql`UPDATE user_groups SET label = 'taken' WHERE tenant_id = ${b}`)).rowCount,
      deleted: (await q.execute(sql`DELETE FROM user_groups WHERE tenant_id = ${b}`)).rowCount,
    }))
    expect(touched).toEqual({ updated: 0, deleted: 0 })
    expect(await database.db.inTenant(b, ({ q }) => labels(q))).toEqual([{ tenant_id: b, label: 'supervisor:pf' }])
  })

  it('refuses to write a row for another tenant, or to move one there', async () => {
    const { a, b } = await twoTenants()
    const insert = database.db.inTenant(a, ({ q }) =>
      q.execute(sql`INSERT INTO user_groups (tenant_id, label) VALUES (${b}, 'user:pf.forms')`),
    )
    await expect(insert.catch(postgresFailure)).resolves.toMatchObject({ code: ROW_SECURITY_REFUSED })
    const move = database.db.inTenant(a, ({ q }) => q.execute(sql`UPDATE user_groups SET tenant_id = ${b}`))
    await expect(move.catch(postgresFailure)).resolves.toMatchObject({ code: ROW_SECURITY_REFUSED })
  })

  it('shows nothing of any tenant, and takes nothing, when no tenant was set', async () => {
    const { a } = await twoTenants()
    expect(await database.db.inSystem(({ q }) => labels(q))).toEqual([])
    const write = database.db.inSystem(({ q }) =>
      q.execute(sql`INSERT INTO user_groups (tenant_id, label) VALUES (${a}, 'user:pf.forms')`),
    )
    await expect(write.catch(postgresFailure)).resolves.toMatchObject({ code: ROW_SECURITY_REFUSED })
  })

  it('forgets the tenant with the transaction, on the same connection', async () => {
    const { a } = await twoTenants()
    const client = new Client(database.app)
    await client.connect()
    try {
      await client.query(`BEGIN; SET LOCAL app.tenant = '${a}'`)
      expect((await client.query('SELECT FROM sheetwright.user_groups')).rowCount).toBe(1)
      await client.query('COMMIT')
      expect((await client.query('SELECT FROM sheetwright.user_groups')).rowCount).toBe(0)
    } finally {
      await client.end()
    }
  })

  it('hides what belongs to the installation from transactions of a tenant', async () => {
    const { a } = await twoTenants()
    await database.db.inSystem(({ q }) =>
      q.execute(sql`INSERT INTO system_values (key, value) VALUES ('secret', '1') ON CONFLICT DO NOTHING`),
    )
    const seen = await database.db.inTenant(a, ({ q }) => q.execute(sql`SELECT * FROM system_values`))
    expect(seen.rows).toEqual([])
    const made = database.db.inTenant(a, ({ q }) =>
      q.execute(sql`INSERT INTO tenants (id, name) VALUES (gen_random_uuid(), 'made-inside')`),
    )
    await expect(made.catch(postgresFailure)).resolves.toMatchObject({ code: ROW_SECURITY_REFUSED })
  })

  it('does not let the server’s role switch the isolation off', async () => {
    const refused = [
      sql`ALTER TABLE user_groups DISABLE ROW LEVEL SECURITY`,
      sql`DROP POLICY tenant_isolation ON user_groups`,
      sql`SET LOCAL ROLE ${sql.identifier(database.owner.user)}`,
      sql`TRUNCATE user_groups`,
      sql`UPDATE migrations SET checksum = ''`,
    ]
    for (const statement of refused) {
      const attempt = database.db.inSystem(({ q }) => q.execute(statement))
      await expect(attempt.catch(postgresFailure)).resolves.toMatchObject({ code: '42501' })
    }
  })

  it('binds the owner of the tables as well, unless it is a superuser', async () => {
    await twoTenants()
    const client = new Client(database.owner)
    await client.connect()
    try {
      const { rows } = await client.query<{ superuser: boolean }>(
        'SELECT rolsuper AS superuser FROM pg_roles WHERE rolname = current_user',
      )
      const { rowCount } = await client.query('SELECT FROM sheetwright.user_groups')
      expect((rowCount ?? 0) > 0).toBe(rows[0]?.superuser)
    } finally {
      await client.end()
    }
  })

  it('takes only a tenant id for a tenant', async () => {
    const attempt = database.db.inTenant(`x'; DROP TABLE tenants; --`, async () => undefined)
    await expect(attempt).rejects.toThrow('Not a tenant id')
  })
})
