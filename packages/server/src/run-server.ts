import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { jobDefinitions, schedules } from './background.ts'
import { startScheduler } from './platform/jobs/schedule.ts'
import { defaultWorkerOptions, startWorker } from './platform/jobs/worker.ts'
import type { Services } from './services.ts'
import type { Settings } from './settings.ts'
import { startServices } from './start-services.ts'
import { watchForStop } from './watch-for-stop.ts'

/** What a process does: `api` answers requests, `worker` runs background jobs, `all` does both. */
export const roles = ['all', 'api', 'worker'] as const
export type Role = (typeof roles)[number]

/** Runs until the process is told to stop, then lets what is running finish. */
export async function runServer(settings: Settings, role: Role, log: Logger): Promise<void> {
  const stop = watchForStop(log)
  const started = await startServices(settings, { log, say, onFailure: stop.fail, stopping: stop.signal })
  stop.beforeForcedEnd(started.abandon)
  const { services } = started
  try {
    const stopWorking = role === 'api' ? undefined : await startWorking(services)
    const app = role === 'worker' ? undefined : await startAnswering(services)
    say(app === undefined ? 'Waiting for jobs' : `Sheetwright is ready at ${settings.origin}`)
    await stop.requested

    say(`Stopping: running requests and jobs have ${settings.drainSeconds} seconds to finish`)
    await Promise.all([app && stopAnswering(app, settings.drainSeconds), stopWorking?.()])
  } finally {
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
  return async () => {
    await scheduler.stop()
    await worker.stop()
  }
}

async function startAnswering(services: Services): Promise<FastifyInstance> {
  const app = await buildApp(services)
  await app.listen({ host: services.settings.host, port: services.settings.port })
  return app
}

/**
 * New connections are refused at once, and those that carry no request are closed, also when theirs has just ended.
 * What has not finished when the time is up is cut.
 */
async function stopAnswering(app: FastifyInstance, drainSeconds: number): Promise<void> {
  const closeIdle = setInterval(() => app.server.closeIdleConnections(), 100)
  const cut = setTimeout(() => app.server.closeAllConnections(), drainSeconds * 1000)
  try {
    await app.close()
  } finally {
    clearInterval(closeIdle)
    clearTimeout(cut)
  }
}
