import type { Logger } from 'pino'
import { openBuildChildren } from './features/engines/build/build-upload.ts'
import { openBatchPump } from './features/execution/batches/batch-pump.ts'
import { openExecution } from './features/execution/execution.ts'
import { openBooks } from './features/look-inside/open-books.ts'
import { TestResults } from './features/test-beds/test-results.ts'
import { firstSteps } from './features/users/seed-people.ts'
import { openCaches } from './platform/caches/caches.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import { type DatabaseServer, openDatabaseServer } from './platform/db/installation.ts'
import { prepareDatabase } from './platform/db/prepare.ts'
import { openEvents } from './platform/events/events.ts'
import { createFiles } from './platform/files/files.ts'
import { openCallLimits } from './platform/limits/call-limits.ts'
import { openOffice } from './platform/office/office.ts'
import { openFileStore } from './platform/files/open-file-store.ts'
import { removeAbandonedFolders } from './platform/files/temporary-folder.ts'
import { type Identity, openIdentity } from './platform/identity/identity.ts'
import { createPasswords } from './platform/identity/passwords.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import { measureQueue } from './platform/jobs/measure-queue.ts'
import { openErrorReports } from './platform/telemetry/error-reports.ts'
import { createMetrics } from './platform/telemetry/metrics.ts'
import { releaseVersion } from './release.ts'
import type { Services } from './services.ts'
import { isLoopback, type Settings } from './settings.ts'

export interface StartOptions {
  readonly log: Logger
  /** Shows progress to the person who started the process. */
  readonly say: (line: string) => void
  /** Called on a failure after which the process cannot go on. */
  readonly onFailure: (error: Error) => void
  /** Aborted when the process begins to stop. */
  readonly stopping: AbortSignal
}

export interface StartedServices {
  readonly services: Services
  readonly stop: () => Promise<void>
  /** Ends child processes without waiting; for a process that must exit now. */
  readonly abandon: () => void
}

/** Starts everything below HTTP and the workers, in order; stops it again if a later step fails. */
export async function startServices(settings: Settings, options: StartOptions): Promise<StartedServices> {
  const started = new Stops()
  try {
    await removeAbandonedFolders()
    const server = await openServer(settings, options)
    started.add(server.stop)
    const services = await onDatabase(settings, options, server, started)
    return { services, stop: () => started.run(), abandon: server.abandon }
  } catch (error) {
    await started.run()
    throw error
  }
}

async function openServer(settings: Settings, { log, say, onFailure }: StartOptions): Promise<DatabaseServer> {
  say(settings.databaseUrl === undefined ? `Starting the database in ${settings.data}` : 'Connecting to the database')
  return openDatabaseServer(settings, { log, onFailure })
}

async function onDatabase(
  settings: Settings,
  { log, say, stopping }: StartOptions,
  server: DatabaseServer,
  started: Stops,
): Promise<Services> {
  const metrics = createMetrics()
  const reports = await openErrorReports(
    { dsn: settings.sentryDsn, environment: settings.sentryEnvironment, release: releaseVersion },
    log,
  )
  started.add(() => reports.close())

  const { app, applied, warnings } = await prepareDatabase(server.owner, server.appOverride)
  for (const warning of warnings) log.warn(warning)
  if (applied.length > 0) say(`Brought the database up to date (${applied.length} migrations)`)
  const db: Database = openDatabase(app, {
    log,
    maxConnections: settings.databaseConnections,
    limits: { statementSeconds: settings.databaseStatementSeconds, idleSeconds: settings.databaseIdleSeconds },
  })
  started.add(() => db.close())

  measureQueue(metrics.registry, db)

  const store = await openFileStore(settings)
  started.add(() => store.close())
  const files = createFiles(db, store)

  const events = await openEvents(db, log)
  started.add(() => events.close())
  const jobs = createJobs(events)

  const caches = await openCaches(db)
  started.add(() => caches.close())
  const callLimits = openCallLimits(db, events)
  started.add(async () => callLimits.close())

  for (const line of await firstSteps(db, createPasswords(), settings.defaultTenant)) say(line)
  const identity = await openPeople(settings, db, log)
  started.add(() => identity.close())

  const office = await openOffice(settings.libreOffice)
  started.add(() => office.close())
  const execution = openExecution({ db, files, events, log, office, callLimits, ...executionOf(settings) })
  const batches = openBatchPump({ db, execution, log, reports })
  // Stopped after execution, which ends the running chunks.
  started.add(() => batches.close())
  started.add(() => execution.close())

  const buildChildren = openBuildChildren(settings)
  started.add(() => buildChildren.close())
  const books = openBooks(files, settings)
  started.add(() => books.close())
  const testResults = new TestResults(files)
  started.add(() => testResults.close())

  const process = { settings, log, metrics, reports, stopping }
  return {
    ...process,
    db,
    files,
    events,
    jobs,
    caches,
    callLimits,
    identity,
    execution,
    batches,
    office,
    buildChildren,
    books,
    testResults,
  }
}

/** Limits and permissions of calculations. */
export function executionOf(settings: Settings) {
  const { calculationSeconds: seconds, calculationMegabytes: megabytes, calculationThreads: threads } = settings
  const { libreOfficeProcesses: processes, engineCacheMegabytes: cacheMegabytes, connectorHosts } = settings
  return { limits: { seconds, megabytes, threads, processes, cacheMegabytes }, connectorHosts }
}

function openPeople(settings: Settings, db: Database, log: Logger): Promise<Identity> {
  return openIdentity({
    db,
    log,
    origin: settings.origin,
    defaultTenant: settings.defaultTenant,
    issuersFile: settings.issuers,
    onLoopback: isLoopback(settings.host),
    skipLogin: settings.skipLogin,
    limits: {
      token: settings.tokenSeconds,
      idle: settings.sessionMinutes * 60,
      longest: settings.sessionHours * 60 * 60,
    },
    requestsPerMinute: settings.requestsPerMinute,
  })
}

/** Cleanup steps, newest first. A failing one does not skip the rest. */
class Stops {
  private readonly steps: (() => Promise<void>)[] = []

  add(step: () => Promise<void>): void {
    this.steps.push(step)
  }

  async run(): Promise<void> {
    const failures: unknown[] = []
    for (let step = this.steps.pop(); step !== undefined; step = this.steps.pop()) {
      await step().catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be stopped in order')
  }
}
