import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { z } from 'zod'
import { openDatabase } from '../../src/platform/db/database.ts'
import type { Endpoint } from '../../src/platform/db/endpoint.ts'
import { openEvents } from '../../src/platform/events/events.ts'
import { defineJob } from '../../src/platform/jobs/definition.ts'
import { createJobs } from '../../src/platform/jobs/jobs.ts'
import { startWorker } from '../../src/platform/jobs/worker.ts'
import type { Services } from '../../src/services.ts'

/** A worker process for worker-kill.test.ts: `worker-process.ts ENDPOINT-AS-JSON`. Its jobs return its process id. */
const endpoint = JSON.parse(process.argv[2] ?? '') as Endpoint
const log = pino({ level: 'silent' })
const db = openDatabase(endpoint, { log, maxConnections: 5 })
const events = await openEvents(db, log)
const services = { db, log, events, jobs: createJobs(events) } as Services

const countToName = defineJob({
  type: 'DownloadLogs',
  schema: z.object({ name: z.string(), millis: z.number() }),
  run: async ({ data, signal }) => {
    await delay(data.millis, undefined, { signal })
    return { name: data.name, process: process.pid }
  },
})

await startWorker(services, [countToName], { concurrency: 4, leaseSeconds: 2, pollMillis: 100, retrySeconds: 2 })
process.send?.('ready')
