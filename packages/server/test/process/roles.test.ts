import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseUrlOf, type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { createEmptyDatabase, databaseServers, type TestDatabase } from '../support/test-database.ts'

/** One external server is enough here: the storage tests cover their differences. */
describe.each(databaseServers().slice(1, 2))('processes of different roles on $name', (server) => {
  const running: ServerProcess[] = []
  let database: Pick<TestDatabase, 'owner' | 'drop'>
  let data: string

  beforeAll(async () => {
    database = await createEmptyDatabase(server)
    data = await mkdtemp(join(tmpdir(), 'sheetwright-roles-'))
  })
  afterAll(async () => {
    for (const { child } of running) child.kill('SIGKILL')
    await Promise.all(running.map(({ ended }) => ended))
    await database.drop()
    await rm(data, { recursive: true, force: true })
  })

  it('start at once on an empty database, do their part, and stop', async () => {
    const settings = { DATABASE_URL: databaseUrlOf(database.owner), SHEETWRIGHT_DATA: data }
    const start = async (role: 'api' | 'worker') => {
      const started = await startServerProcess(settings, role)
      running.push(started)
      return started
    }
    const [api, other, worker] = await Promise.all([start('api'), start('api'), start('worker')])
    // Exactly one of them created the demo people.
    const seeded = [api, other, worker].filter((each) => each.output().includes('shown only now'))
    expect(seeded).toHaveLength(1)

    expect(await statuses(api)).toEqual({ health: 200, ready: 200, openApi: 200 })
    expect(await statuses(worker)).toEqual({ health: 200, ready: 200, openApi: 404 })
    const metrics = await (await fetch(`${worker.origin}/metrics`)).text()
    for (const name of ['process_cpu_seconds_total', 'sheetwright_jobs_waiting', 'sheetwright_jobs_running']) {
      expect(metrics).toContain(name)
    }

    for (const each of [api, other, worker]) each.child.kill('SIGTERM')
    expect(await Promise.all([api.ended, other.ended, worker.ended])).toEqual([0, 0, 0])
  })

  async function statuses({ origin }: ServerProcess) {
    const statusOf = async (path: string) => (await fetch(origin + path)).status
    return {
      health: await statusOf('/health'),
      ready: await statusOf('/health/ready'),
      openApi: await statusOf('/api/openapi.json'),
    }
  }
})
