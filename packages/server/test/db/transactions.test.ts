import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { openDatabase, type Queries } from '../../src/platform/db/database.ts'
import { newId } from '../../src/platform/db/new-id.ts'
import { isForeignKeyViolation, isStatementTimeout, isUniqueViolation } from '../../src/platform/db/sql-errors.ts'
import { readOrMakeSystemValue } from '../../src/platform/db/system-values.store.ts'
import { databaseServers, newTenant, useTestDatabase } from '../support/test-database.ts'

describe.each(databaseServers())('on $name', (server) => {
  const database = useTestDatabase(server)

  it('undoes everything when the work fails, and hands the connection back usable', async () => {
    const tenant = await newTenant(database.db)
    const attempt = database.db.inTenant(tenant, async ({ q }) => {
      await q.execute(sql`INSERT INTO user_groups (tenant_id, label) VALUES (${tenant}, 'user:pf.forms')`)
      throw new Error('changed my mind')
    })
    await expect(attempt).rejects.toThrow('changed my mind')
    const seen = await database.db.inTenant(tenant, ({ q }) => q.execute(sql`SELECT * FROM user_groups`))
    expect(seen.rows).toEqual([])
  })

  it('does not pass for done what a swallowed failure undid', async () => {
    const tenant = await newTenant(database.db)
    const attempt = database.db.inTenant(tenant, async ({ q }) => {
      await q.execute(sql`INSERT INTO user_groups (tenant_id, label) VALUES (${tenant}, 'user:pf.forms')`)
      await q.execute(sql`SELECT 1 / 0`).catch(() => undefined)
    })
    await expect(attempt).rejects.toThrow('rolled back')
  })

  it('takes one statement after the other, and none after the end', async () => {
    const tenant = await newTenant(database.db)
    let kept: Queries | undefined
    const atOnce = database.db.inTenant(tenant, async ({ q }) => {
      kept = q
      await Promise.all([q.execute(sql`SELECT 1`), q.execute(sql`SELECT 2`)])
    })
    const refused = (state: string) => ({
      cause: new Error(`A transaction that is ${state} was asked for a statement`),
    })
    await expect(atOnce).rejects.toMatchObject(refused('busy'))
    await expect(kept?.execute(sql`SELECT 3`)).rejects.toMatchObject(refused('ended'))
    const { rows } = await database.db.inTenant(tenant, ({ q }) => q.execute(sql`SELECT 4 AS four`))
    expect(rows).toEqual([{ four: 4 }])
  })

  it('tells a second row of the same name from other failures', async () => {
    const name = `Insurer-${newId()}`
    await newTenant(database.db, name)
    const again = await newTenant(database.db, name.toUpperCase()).catch((error: unknown) => error)
    expect(isUniqueViolation(again, 'tenants_name')).toBe(true)
    expect(isUniqueViolation(again, 'another_index')).toBe(false)
    expect(isForeignKeyViolation(again)).toBe(false)
    expect(isUniqueViolation(new Error('unrelated'))).toBe(false)
  })

  it('agrees on one value when several processes make it at once', async () => {
    const values = await Promise.all(
      Array.from({ length: 5 }, () =>
        database.db.inSystem((tx) => readOrMakeSystemValue(tx, 'agreed', async () => ({ made: newId() }))),
      ),
    )
    expect(new Set(values.map((value) => JSON.stringify(value))).size).toBe(1)
  })

  it('compares names without regard to case and composition, and sorts them as people do', async () => {
    const { rows } = await database.db.inSystem(({ q }) =>
      q.execute(sql`
        SELECT name_key('Straße ÄÖ') = name_key('STRAßE a\u0308Ö') AS "same", name_key('か') = name_key('カ') AS "kana",
          (SELECT array_agg(n ORDER BY n COLLATE name_order) FROM unnest(ARRAY['plan 10', 'Plan 2', 'apple', 'Äpfel', 'Zoo', 'beta']) n) AS names,
          (SELECT array_agg(n ORDER BY n COLLATE name_order_ja) FROM unnest(ARRAY['保険', 'いろは', 'アイウ', '愛']) n) AS japanese`),
    )
    expect(rows).toEqual([
      {
        same: true,
        kana: false,
        names: ['Äpfel', 'apple', 'beta', 'Plan 2', 'plan 10', 'Zoo'],
        japanese: ['アイウ', 'いろは', '愛', '保険'],
      },
    ])
  })
})

describe('limits of application connections', () => {
  const database = useTestDatabase()
  const open = (limits: { statementSeconds: number; idleSeconds: number }) =>
    openDatabase(database.app, { log: pino({ level: 'silent' }), maxConnections: 1, limits })

  it('end a statement that takes too long, and leave the connection usable', async () => {
    const db = open({ statementSeconds: 1, idleSeconds: 60 })
    const slow = await db.inSystem(({ q }) => q.execute(sql`SELECT pg_sleep(600)`)).catch((error: unknown) => error)
    expect(isStatementTimeout(slow)).toBe(true)
    const { rows } = await db.inSystem(({ q }) =>
      q.execute(sql`SELECT current_setting('statement_timeout') AS "limit"`),
    )
    expect(rows).toEqual([{ limit: '1s' }])
    await db.close()
  })

  it('end a transaction that forgot to go on, and another one works', async () => {
    const db = open({ statementSeconds: 60, idleSeconds: 1 })
    const watcher = new Client(database.app)
    await watcher.connect()
    const attempt = db.inSystem(async ({ q }) => {
      const { rows } = await q.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`)
      const isOpen = () => watcher.query('SELECT FROM pg_stat_activity WHERE pid = $1', [rows[0]?.pid])
      await vi.waitFor(async () => expect((await isOpen()).rowCount).toBe(0), { timeout: 60_000, interval: 50 })
      await q.execute(sql`SELECT 1`)
    })
    await expect(attempt).rejects.toThrow('The database cannot be reached')
    const { rows } = await db.inSystem(({ q }) => q.execute(sql`SELECT 1 AS one`))
    expect(rows).toEqual([{ one: 1 }])
    await watcher.end()
    await db.close()
  })

  it('do not hold for what has to take its time', async () => {
    const { rows } = await database.db.inSystem(({ q }) =>
      q.execute(sql`SELECT current_setting('statement_timeout') AS "limit"`),
    )
    expect(rows).toEqual([{ limit: '0' }])
  })
})

describe('notifications', () => {
  const database = useTestDatabase()
  const db = openDatabaseLater()

  it('reach everybody who listens once the transaction has committed, and nobody before or after', async () => {
    const heard: string[] = []
    const stop = await db().listen('news', (payload) => heard.push(`one ${payload}`))
    const stopOther = await db().listen('news', (payload) => heard.push(`two ${payload}`))
    await db().inSystem(async ({ q }) => {
      await q.execute(sql`SELECT pg_notify('news', 'first')`)
      await db().inSystem(({ q: other }) => other.execute(sql`SELECT pg_notify('marker', '')`))
      expect(heard).toEqual([])
    })
    await expect.poll(() => heard).toEqual(['one first', 'two first'])
    await stopOther()
    await db().inSystem(({ q }) => q.execute(sql`SELECT pg_notify('news', 'second')`))
    await expect.poll(() => heard).toEqual(['one first', 'two first', 'one second'])
    await stop()
  })

  it('have been heard here by the time the transaction that sends them is done, and not at all when it is undone', async () => {
    const heard: string[] = []
    const stop = await db().listen('own', (payload) => heard.push(payload))
    await db().inSystem(async (tx) => {
      await tx.notify('own', 'said')
      expect(heard).toEqual([])
    })
    expect(heard[0]).toBe('said')
    const undone = db().inSystem(async (tx) => {
      await tx.notify('own', 'unsaid')
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await db().inSystem((tx) => tx.notify('own', 'last'))
    // Also from the database, as in every other process.
    await expect.poll(() => heard.filter((payload) => payload === 'last')).toHaveLength(2)
    expect(heard).not.toContain('unsaid')
    await stop()
  })

  it('go on after the connection was cut, and say that some may be missing', async () => {
    const heard: string[] = []
    const { promise: gap, resolve } = Promise.withResolvers<void>()
    const stop = await db().listen('outage', (payload) => heard.push(payload), resolve)
    const client = new Client(database.owner)
    await client.connect()
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN "outage"' AND pid <> pg_backend_pid()`,
    )
    await client.end()
    await gap
    await db().inSystem(({ q }) => q.execute(sql`SELECT pg_notify('outage', 'again')`))
    await expect.poll(() => heard).toEqual(['again'])
    await stop()
  })

  it('do not bring the process down when their handler fails', async () => {
    const heard: string[] = []
    const stopFailing = await db().listen('fragile', () => {
      throw new Error('not understood')
    })
    const stop = await db().listen('fragile', (payload) => heard.push(payload))
    await db().inSystem(({ q }) => q.execute(sql`SELECT pg_notify('fragile', 'x')`))
    await expect.poll(() => heard).toEqual(['x'])
    await Promise.all([stopFailing(), stop()])
  })

  function openDatabaseLater() {
    let opened: ReturnType<typeof openDatabase> | undefined
    afterAll(() => opened?.close())
    return () => {
      opened ??= openDatabase(database.app, { log: pino({ level: 'silent' }), maxConnections: 4 })
      return opened
    }
  }
})

describe('identifiers', () => {
  it('are version 7 UUIDs that rise with time', () => {
    expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(newId(1_000_001) > newId(1_000_000)).toBe(true)
    expect(newId(Date.UTC(2026, 0, 1)).slice(0, 13)).toBe('019b76da-a800')
  })
})
