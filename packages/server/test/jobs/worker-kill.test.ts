import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { openEvents } from '../../src/platform/events/events.ts'
import { findJob } from '../../src/platform/jobs/job.store.ts'
import { createJobs } from '../../src/platform/jobs/jobs.ts'
import { databaseServers, newTenant, useTestDatabase } from '../support/test-database.ts'

describe.each(databaseServers())('on $name', (server) => {
  const database = useTestDatabase(server)
  const children: ChildProcess[] = []

  afterAll(() => {
    for (const child of children) child.kill('SIGKILL')
  })

  async function startProcess(): Promise<ChildProcess> {
    const child = fork(path.join(import.meta.dirname, 'worker-process.ts'), [JSON.stringify(database.app)])
    children.push(child)
    await once(child, 'message')
    return child
  }

  it('two processes share the queue, and when one is killed the other finishes all of its jobs', async () => {
    const [killed, survivor] = await Promise.all([startProcess(), startProcess()])
    const { db } = database
    const jobs = createJobs(await openEvents(db, pino({ level: 'silent' })))
    const kind = { type: 'DownloadLogs', schema: z.object({ name: z.string(), millis: z.number() }) } as const
    const tenant = await newTenant(db)
    const enqueue = (name: string, millis: number) =>
      db.inTenant(tenant, (tx) => jobs.enqueue(tx, kind, 'ann', { name, millis }))
    const resultOf = (id: string) =>
      vi.waitFor(
        async () => {
          const job = await db.inTenant(tenant, (tx) => findJob(tx, id))
          expect(job?.status).toBe('Success')
          return job?.result as { name: string; process: number }
        },
        { timeout: 60_000, interval: 50 },
      )

    const shared = await Promise.all(Array.from({ length: 12 }, (_, n) => enqueue(`shared ${n}`, 50)))
    const sharedResults = await Promise.all(shared.map(resultOf))
    expect(new Set(sharedResults.map((result) => result.process))).toEqual(new Set([killed.pid, survivor.pid]))

    // Four jobs take all slots of one tenant; two of them are in the process that dies.
    const interrupted = await Promise.all(Array.from({ length: 4 }, (_, n) => enqueue(`interrupted ${n}`, 1500)))
    await vi.waitFor(
      async () => {
        const found = await Promise.all(interrupted.map((id) => db.inTenant(tenant, (tx) => findJob(tx, id))))
        expect(found.map((job) => job?.status)).toEqual(Array(4).fill('InProgress'))
      },
      { timeout: 60_000, interval: 20 },
    )
    killed.kill('SIGKILL')
    const results = await Promise.all(interrupted.map(resultOf))
    expect(results.map((result) => result.name).toSorted()).toEqual([
      'interrupted 0',
      'interrupted 1',
      'interrupted 2',
      'interrupted 3',
    ])
    expect(new Set(results.map((result) => result.process))).toEqual(new Set([survivor.pid]))
  })
})
