import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { openEvents } from '../../src/platform/events/events.ts'
import { defineJob, type JobContext, type JobDefinition, JobFailure } from '../../src/platform/jobs/definition.ts'
import { findJob, purgeEndedJobs } from '../../src/platform/jobs/job.store.ts'
import { claimJob } from '../../src/platform/jobs/job-queue.store.ts'
import { createJobs } from '../../src/platform/jobs/jobs.ts'
import { startScheduler } from '../../src/platform/jobs/schedule.ts'
import { startWorker, type Worker, type WorkerOptions } from '../../src/platform/jobs/worker.ts'
import type { Services } from '../../src/services.ts'
import { databaseServers, newTenant, useTestDatabase } from '../support/test-database.ts'

describe.each(databaseServers())('on $name', (server) => {
  const database = useTestDatabase(server)
  const options: WorkerOptions = { concurrency: 2, leaseSeconds: 10, pollMillis: 50, retrySeconds: 0.1 }
  const schema = z.object({ name: z.string() })
  const workers: Worker[] = []
  let services: Services

  beforeAll(async () => {
    const log = pino({ level: 'silent' })
    const events = await openEvents(database.db, log)
    services = { db: database.db, log, events, jobs: createJobs(events) } as Services
  })

  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()))
    await services.db.inSystem((tx) => tx.q.execute(sql`DELETE FROM job_queue`))
  })

  const kind = (run: (context: JobContext<{ name: string }>) => Promise<unknown>) =>
    defineJob({ type: 'DownloadLogs', schema, run })

  async function start(definition: JobDefinition, own: Partial<WorkerOptions> = {}): Promise<Worker> {
    const worker = await startWorker(services, [definition], { ...options, ...own })
    workers.push(worker)
    return worker
  }

  const enqueue = (tenantId: string, name: string) =>
    services.db.inTenant(tenantId, (tx) => services.jobs.enqueue(tx, { type: 'DownloadLogs', schema }, 'ann', { name }))

  const read = (tenantId: string, id: string) => services.db.inTenant(tenantId, (tx) => findJob(tx, id))

  const untilStatus = (tenantId: string, id: string, status: string) =>
    vi.waitFor(async () => expect(await read(tenantId, id)).toMatchObject({ status }), {
      timeout: 60_000,
      interval: 20,
    })

  /** Waits until it is aborted: a job that never ends by itself. */
  const untilStopped = (signal: AbortSignal) => delay(3_600_000, undefined, { signal })

  describe('a job', () => {
    it('runs with its data and leaves its result', async () => {
      const tenant = await newTenant(database.db)
      await start(kind(async ({ data, userId }) => ({ Url: `/files/${data.name}`, userId })))
      const id = await enqueue(tenant, 'report')
      await untilStatus(tenant, id, 'Success')
      expect(await read(tenant, id)).toMatchObject({
        progress: 100,
        data: { name: 'report' },
        result: { Url: '/files/report', userId: 'ann' },
        completedAt: expect.any(String),
        failureReason: null,
      })
    })

    it('does not exist when the transaction that asked for it is rolled back', async () => {
      const tenant = await newTenant(database.db)
      const ran = vi.fn(async () => null)
      await start(kind(ran))
      const attempt = services.db.inTenant(tenant, async (tx) => {
        await services.jobs.enqueue(tx, { type: 'DownloadLogs', schema }, 'ann', { name: 'never' })
        throw new Error('changed my mind')
      })
      await expect(attempt).rejects.toThrow('changed my mind')
      await untilStatus(tenant, await enqueue(tenant, 'after'), 'Success')
      expect(ran).toHaveBeenCalledTimes(1)
    })

    it('tells how far it is, and the page that waits hears of it', async () => {
      const tenant = await newTenant(database.db)
      const heard: string[] = []
      const unsubscribe = services.events.subscribe({
        tenantId: tenant,
        userId: 'ann',
        deliver: (event) => heard.push(event.id),
        onGap: () => {},
      })
      await start(
        kind(async ({ progress, signal }) => {
          progress(40, 'Counting rows')
          return untilStopped(signal)
        }),
      )
      const id = await enqueue(tenant, 'slow')
      await vi.waitFor(
        async () =>
          expect(await read(tenant, id)).toMatchObject({ progress: 40, note: 'Counting rows', status: 'InProgress' }),
        { timeout: 60_000 },
      )
      await expect.poll(() => heard.filter((heardId) => heardId === id).length).toBeGreaterThanOrEqual(3)
      unsubscribe()
    })

    it('stops when it is cancelled, waiting or running', async () => {
      const tenant = await newTenant(database.db)
      const stopped = vi.fn()
      await start(
        kind(async ({ signal }) => {
          signal.addEventListener('abort', () => stopped(signal.reason))
          return untilStopped(signal)
        }),
        { concurrency: 1 },
      )
      const running = await enqueue(tenant, 'running')
      await untilStatus(tenant, running, 'InProgress')
      const waiting = await enqueue(tenant, 'waiting')
      for (const id of [waiting, running]) {
        const cancelled = await services.db.inTenant(tenant, (tx) => services.jobs.cancel(tx, id))
        expect(cancelled).toMatchObject({ id, status: 'Cancelled' })
      }
      await vi.waitFor(() => expect(stopped).toHaveBeenCalledExactlyOnceWith('cancelled'), { timeout: 60_000 })
      await vi.waitFor(async () => expect(await queueLength(tenant)).toBe(0), { timeout: 60_000 })
      expect(await read(tenant, running)).toMatchObject({ status: 'Cancelled', result: null })
      expect(await services.db.inTenant(tenant, (tx) => services.jobs.cancel(tx, running))).toBeUndefined()
    })

    it('is tried again after an error, and set aside after three attempts', async () => {
      const tenant = await newTenant(database.db)
      const attempt = vi.fn(async ({ data }: { data: { name: string } }) => {
        if (data.name === 'hopeless' || attempt.mock.calls.length === 1) throw new Error('the network was down')
        return 'done'
      })
      await start(kind(attempt))
      const mended = await enqueue(tenant, 'mended')
      await untilStatus(tenant, mended, 'Success')
      expect(attempt).toHaveBeenCalledTimes(2)
      const hopeless = await enqueue(tenant, 'hopeless')
      await untilStatus(tenant, hopeless, 'Fail')
      expect(attempt).toHaveBeenCalledTimes(5)
      expect((await read(tenant, hopeless))?.failureReason).toContain('failed 3 times')
    })

    it('is not tried again when it says that there is no point', async () => {
      const tenant = await newTenant(database.db)
      const attempt = vi.fn(async () => {
        throw new JobFailure('The zip holds no product')
      })
      await start(kind(attempt))
      const id = await enqueue(tenant, 'broken')
      await untilStatus(tenant, id, 'Fail')
      expect(await read(tenant, id)).toMatchObject({ failureReason: 'The zip holds no product' })
      expect(attempt).toHaveBeenCalledTimes(1)
    })

    it('that ends in the transaction of its work is done once, whatever happens afterwards', async () => {
      const tenant = await newTenant(database.db)
      const attempt = vi.fn(async ({ tenantId, finish }: JobContext<{ name: string }>) => {
        await services.db.inTenant(tenantId, async (tx) => {
          if (attempt.mock.calls.length === 1) {
            await finish(tx, 'undone')
            throw new Error('the database was gone')
          }
          await finish(tx, 'done')
        })
        throw new Error('the process died')
      })
      await start(kind(attempt))
      const id = await enqueue(tenant, 'once')
      await untilStatus(tenant, id, 'Success')
      await vi.waitFor(async () => expect(await queueLength(tenant)).toBe(0), { timeout: 60_000 })
      expect(attempt).toHaveBeenCalledTimes(2)
      expect(await read(tenant, id)).toMatchObject({ status: 'Success', result: 'done', progress: 100 })
    })

    it('goes back into the queue when its process shuts down, and runs elsewhere', async () => {
      const tenant = await newTenant(database.db)
      const first = await start(kind(async ({ signal }) => untilStopped(signal)))
      const id = await enqueue(tenant, 'moving')
      await untilStatus(tenant, id, 'InProgress')
      await first.stop()
      await start(kind(async () => 'second process'))
      await untilStatus(tenant, id, 'Success')
      expect(await read(tenant, id)).toMatchObject({ result: 'second process' })
    })
  })

  describe('a worker that dies', () => {
    /** Claims a job as a worker would, and then goes silent. */
    const takeAndDie = () =>
      vi.waitFor(
        async () => {
          const taken = await services.db.inSystem((tx) => claimJob(tx, crypto.randomUUID(), ['DownloadLogs'], 0.1))
          expect(taken).toBeDefined()
        },
        { timeout: 60_000, interval: 50 },
      )

    it('has its job run again by another', async () => {
      const tenant = await newTenant(database.db)
      const id = await enqueue(tenant, 'orphan')
      await takeAndDie()
      await start(kind(async () => 'rescued'))
      await untilStatus(tenant, id, 'Success')
      expect(await read(tenant, id)).toMatchObject({ result: 'rescued' })
    })

    it('does not take a job down with it more than three times', async () => {
      const tenant = await newTenant(database.db)
      const id = await enqueue(tenant, 'killer')
      for (let round = 0; round < 3; round++) await takeAndDie()
      const ran = vi.fn(async () => null)
      await start(kind(ran))
      await untilStatus(tenant, id, 'Fail')
      expect((await read(tenant, id))?.failureReason).toContain('worker stopped')
      expect(ran).not.toHaveBeenCalled()
    })

    it('that finds its own lease lost carries on with one run of the job, not two', async () => {
      const tenant = await newTenant(database.db)
      const runs: AbortSignal[] = []
      const worker = await start(
        kind(async ({ signal }) => {
          runs.push(signal)
          await untilStopped(signal)
        }),
        { leaseSeconds: 3600 },
      )
      await enqueue(tenant, 'slow')
      await expect.poll(() => runs).toHaveLength(1)
      await services.db.inSystem((tx) =>
        tx.q.execute(sql`UPDATE job_queue SET leased_until = now() - interval '1 hour'`),
      )
      await expect.poll(() => runs).toHaveLength(2)
      await expect.poll(() => runs.map(({ aborted }) => aborted)).toEqual([true, false])
      await worker.stop()
      expect(runs[1]?.reason).toBe('shutting down')
      const { rows } = await services.db.inSystem((tx) => tx.q.execute(sql`SELECT worker_id FROM job_queue`))
      expect(rows).toEqual([{ worker_id: null }])
    })

    it('is told to stop when it was only slow and another took over', async () => {
      const tenant = await newTenant(database.db)
      const stopped = vi.fn()
      await start(
        kind(async ({ signal }) => {
          signal.addEventListener('abort', () => stopped(signal.reason))
          return untilStopped(signal)
        }),
      )
      const id = await enqueue(tenant, 'contested')
      await untilStatus(tenant, id, 'InProgress')
      await services.db.inSystem((tx) =>
        tx.q.execute(sql`UPDATE job_queue SET worker_id = gen_random_uuid(), attempts = attempts + 1,
        leased_until = now() + interval '1 hour' WHERE job_id = ${id}`),
      )
      await vi.waitFor(() => expect(stopped).toHaveBeenCalledWith('taken over'), { timeout: 60_000 })
      expect(await read(tenant, id)).toMatchObject({ status: 'InProgress' })
    })
  })

  describe('the queue', () => {
    it('lets no tenant wait behind another that queued a thousand', async () => {
      const [busy, small] = [await newTenant(database.db), await newTenant(database.db)]
      await services.db.inTenant(busy, async (tx) => {
        for (let n = 0; n < 200; n++) {
          await services.jobs.enqueue(tx, { type: 'DownloadLogs', schema }, 'ann', { name: `busy ${n}` })
        }
      })
      await enqueue(small, 'small 0')
      await enqueue(small, 'small 1')
      const order: string[] = []
      await start(
        kind(async ({ data }) => {
          order.push(data.name)
          return null
        }),
        { concurrency: 1 },
      )
      await vi.waitFor(() => expect(order.length).toBeGreaterThanOrEqual(10), { timeout: 60_000 })
      expect(order.slice(0, 5).filter((name) => name.startsWith('small'))).toEqual(['small 0', 'small 1'])
    })

    it('keeps the last slot of a worker for a tenant that runs nothing', async () => {
      const [busy, small] = [await newTenant(database.db), await newTenant(database.db)]
      for (const name of ['one', 'two', 'three']) await enqueue(busy, name)
      const begun: string[] = []
      await start(
        kind(async ({ data, signal }) => {
          begun.push(data.name)
          return untilStopped(signal)
        }),
      )
      await expect.poll(() => begun).toEqual(['one'])
      const other = await enqueue(small, 'small')
      await untilStatus(small, other, 'InProgress')
      expect(begun).toEqual(['one', 'small'])
    })

    it('shared by two workers, runs every job exactly once', async () => {
      const tenant = await newTenant(database.db)
      const runs = new Map<string, number>()
      const count = kind(async ({ data }) => {
        runs.set(data.name, (runs.get(data.name) ?? 0) + 1)
        return null
      })
      await start(count)
      await start(count)
      const names = Array.from({ length: 100 }, (_, n) => `job ${n}`)
      const ids = await Promise.all(names.map((name) => enqueue(tenant, name)))
      for (const id of ids) await untilStatus(tenant, id, 'Success')
      expect(Object.fromEntries(runs)).toEqual(Object.fromEntries(names.map((name) => [name, 1])))
    })

    it('shows a tenant nothing of another', async () => {
      const [one, other] = [await newTenant(database.db), await newTenant(database.db)]
      const id = await enqueue(one, 'private')
      expect(await read(other, id)).toBeUndefined()
      expect(await queueLength(other)).toBe(0)
      expect(await services.db.inTenant(other, (tx) => services.jobs.cancel(tx, id))).toBeUndefined()
      expect(await read(one, id)).toMatchObject({ status: 'Pending' })
    })
  })

  it('keeps the records of jobs for ninety days after their end', async () => {
    const tenant = await newTenant(database.db)
    const [old, young, waiting] = [
      await enqueue(tenant, 'old'),
      await enqueue(tenant, 'young'),
      await enqueue(tenant, 'waiting'),
    ]
    const end = (id: string, days: number) =>
      services.db.inTenant(tenant, (tx) =>
        tx.q.execute(
          sql`UPDATE jobs SET status = 'Success', completed_at = now() - ${days} * interval '1 day' WHERE id = ${id}`,
        ),
      )
    await end(old, 91)
    await end(young, 89)
    expect(await services.db.inTenant(tenant, purgeEndedJobs)).toBe(1)
    expect(await read(tenant, old)).toBeUndefined()
    expect(await read(tenant, young)).toBeDefined()
    expect(await read(tenant, waiting)).toBeDefined()
  })

  describe('scheduled work', () => {
    it('is done by one process each time, however many there are', async () => {
      const run = vi.fn(async () => {})
      const schedule = { name: `test-${crypto.randomUUID()}`, everySeconds: 3600, run }
      const schedulers = [
        await startScheduler(services, [schedule], 20),
        await startScheduler(services, [schedule], 20),
      ]
      await services.db.inSystem((tx) =>
        tx.q.execute(sql`UPDATE job_schedules SET next_run_at = now() WHERE name = ${schedule.name}`),
      )
      await vi.waitFor(() => expect(run).toHaveBeenCalled(), { timeout: 60_000 })
      await Promise.all(schedulers.map((scheduler) => scheduler.stop()))
      expect(run).toHaveBeenCalledTimes(1)
    })
  })

  async function queueLength(tenantId: string): Promise<number> {
    const { rows } = await services.db.inTenant(tenantId, (tx) => tx.q.execute(sql`SELECT FROM job_queue`))
    return rows.length
  }
})
