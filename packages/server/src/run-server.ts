import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { jobDefinitions, schedules } from './background.ts'
import { startScheduler } from './platform/jobs/schedule.ts'
import { startDemo } from './demo/start-demo.ts'
import { defaultWorkerOptions, startWorker } from './platform/jobs/worker.ts'
import { createLog } from './platform/telemetry/log.ts'
import type { Role } from './roles.ts'
import type { Services } from './services.ts'
import type { Settings } from './settings.ts'
import { startServices } from './start-services.ts'
import { watchForStop } from './watch-for-stop.ts'
import { buildWorkerApp } from './worker-app.ts'

/** Warm-up for later requests runs once the server has started and others have had their turn. */
const SECONDS_TO_SETTLE = 20

/** Time for stopping, in addition to running requests and jobs: the database flushes its memory. */
const SECONDS_TO_CLOSE = 60

/** Runs until the process is told to stop, then lets running work finish. */
export async function runServer(settings: Settings, role: Role): Promise<void> {
  const log = createLog(settings)
  const stop = watchForStop(log)
  const started = await startServices(settings, { log, say, onFailure: stop.fail, stopping: stop.signal })
  stop.beforeForcedEnd(started.abandon)
  const stops: (() => Promise<void>)[] = []
  try {
    if (role !== 'api') stops.push(await startWorking(started.services))
    stops.push(await startAnswering(started.services, role))
    if (await startDemo(started.services))
      say('Demo products are made in the background. They appear in the catalogue one by one')
    say(role === 'worker' ? 'Waiting for jobs' : `Sheetwright is ready at ${settings.origin}`)
    await stop.requested
  } finally {
    say(`Stopping: running requests and jobs have ${settings.drainSeconds} seconds to finish`)
    stop.endWithin(settings.drainSeconds + SECONDS_TO_CLOSE)
    await Promise.all(stops.map((each) => each()))
    await started.stop()
  }
  say('Stopped')
}

/** For the person at the terminal; the log is for machines. */
function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function startWorking(services: Services): Promise<() => Promise<void>> {
  const options = { ...defaultWorkerOptions, concurrency: services.settings.jobConcurrency }
  const worker = await startWorker(services, jobDefinitions, options)
  const scheduler = await startScheduler(services, schedules)
  const preparing = setTimeout(() => services.buildChildren.prepare(), SECONDS_TO_SETTLE * 1000)
  return async () => {
    clearTimeout(preparing)
    await scheduler.stop()
    await worker.stop()
  }
}

async function startAnswering(services: Services, role: Role): Promise<() => Promise<void>> {
  const { host, port, drainSeconds } = services.settings
  const app = await (role === 'worker' ? buildWorkerApp(services) : buildApp(services))
  await app.listen({ host, port })
  const preparing = setTimeout(() => services.execution.fillChildren.prepare(), SECONDS_TO_SETTLE * 1000)
  return () => {
    clearTimeout(preparing)
    return stopAnswering(app, drainSeconds)
  }
}

/** New connections are refused at once; requests that have not finished by the deadline are cut off. */
async function stopAnswering(app: FastifyInstance, drainSeconds: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), drainSeconds * 1000)
  try {
    await app.close()
  } finally {
    clearTimeout(cut)
  }
}
