import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/platform/db/database.ts'
import { joinDatabaseServer, openDatabaseServer, openDatabaseServerAlone } from '../../src/platform/db/installation.ts'
import { databaseUrlOf } from '../support/server-process.ts'
import { databaseServers, useTestDatabase } from '../support/test-database.ts'

const log = pino({ level: 'silent' })
let data: string

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'sheetwright-installation-'))
})
afterAll(() => rm(data, { recursive: true, force: true }))

describe.each(databaseServers())('an installation on $name', (server) => {
  const database = useTestDatabase(server)
  const settings = () => ({ data, databaseUrl: databaseUrlOf(database.owner), appDatabaseUrl: undefined })

  it('is reached as its address says', async () => {
    const { owner, appOverride } = await openDatabaseServer(settings(), { log })
    expect({ owner, appOverride }).toEqual({ owner: database.owner, appOverride: undefined })
    expect((await joinDatabaseServer(settings(), { log })).owner).toEqual(database.owner)
    const named = await openDatabaseServer({ ...settings(), appDatabaseUrl: databaseUrlOf(database.app) }, { log })
    expect(named.appOverride).toEqual(database.app)
  })

  it('is worked on alone only while no server runs', async () => {
    const running = openDatabase(database.app, { log, maxConnections: 2 })
    await running.inSystem(async () => undefined)
    const stop = await running.listen('anything', () => undefined)
    await expect(openDatabaseServerAlone(settings(), { log })).rejects.toThrow(
      /in use by \d other connections: stop every Sheetwright process first/,
    )
    await stop()
    await running.close()
    const alone = await openDatabaseServerAlone(settings(), { log })
    expect(alone.owner).toEqual(database.owner)
  })
})
