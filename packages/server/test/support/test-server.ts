import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Client, createClient } from '@sheetwright/contract/client.ts'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { openBuildChildren } from '../../src/features/engines/build/build-upload.ts'
import { openBatchPump } from '../../src/features/execution/batches/batch-pump.ts'
import { openExecution } from '../../src/features/execution/execution.ts'
import { openCaches } from '../../src/platform/caches/caches.ts'
import { openEvents } from '../../src/platform/events/events.ts'
import { createFiles } from '../../src/platform/files/files.ts'
import { openFolderStore } from '../../src/platform/files/folder-store.ts'
import { openIdentity } from '../../src/platform/identity/identity.ts'
import { openCallLimits } from '../../src/platform/limits/call-limits.ts'
import { openOffice } from '../../src/platform/office/office.ts'
import { createJobs } from '../../src/platform/jobs/jobs.ts'
import { openErrorReports } from '../../src/platform/telemetry/error-reports.ts'
import { createMetrics } from '../../src/platform/telemetry/metrics.ts'
import { openBooks } from '../../src/features/look-inside/open-books.ts'
import { TestResults } from '../../src/features/test-beds/test-results.ts'
import type { Services } from '../../src/services.ts'
import { loadSettings } from '../../src/settings.ts'
import { executionOf } from '../../src/start-services.ts'
import { holdAnswers } from './hold-answers.ts'
import { databaseUrlOf } from './server-process.ts'
import { type NewPerson, type NewPersonOptions, signInNewPerson } from './sign-in-new-person.ts'
import { createTestDatabase } from './test-database.ts'

export interface SignedIn extends NewPerson {
  readonly client: Client
}

export interface TestServer {
  readonly origin: string
  readonly services: Services
  /** Settings for another process of the product on the same database and files. */
  readonly environment: Readonly<Record<string, string>>
  /** Lines of the log, oldest first. */
  readonly logged: readonly Readonly<Record<string, unknown>>[]
  /** A new person with a valid identity token; in a new tenant unless one is given. */
  signIn(options?: NewPersonOptions): Promise<SignedIn>
  /** Announces that the process is about to stop. */
  beginStop(): void
  stop(): Promise<void>
}

/** The whole server on its own database, over HTTP on a free port; no part is replaced. */
export async function startTestServer(environment: Record<string, string> = {}): Promise<TestServer> {
  const database = await createTestDatabase()
  const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-server-'))
  const port = await freePort()
  const settings = loadSettings({
    SHEETWRIGHT_PORT: String(port),
    SHEETWRIGHT_DATA: folder,
    SHEETWRIGHT_REQUESTS_PER_MINUTE: '1000000',
    SHEETWRIGHT_LIBREOFFICE: 'off',
    ...environment,
  })
  const logged: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(JSON.parse(line) as (typeof logged)[0]) })
  const stopping = new AbortController()
  const { db } = database
  const store = await openFolderStore(path.join(folder, 'files'))
  const events = await openEvents(db, log)
  const caches = await openCaches(db)
  const callLimits = openCallLimits(db, events)
  const identity = await openIdentity({
    db,
    log,
    origin: settings.origin,
    defaultTenant: 'demo',
    issuersFile: undefined,
    onLoopback: true,
    skipLogin: false,
    limits: { token: 900, idle: 3600, longest: 43_200 },
  })
  const files = createFiles(db, store)
  const office = await openOffice(settings.libreOffice)
  const execution = openExecution({ db, files, events, log, office, callLimits, ...executionOf(settings) })
  const reports = await openErrorReports({ dsn: undefined, environment: undefined, release: 'test' }, log)
  const batches = openBatchPump({ db, execution, log, reports })
  const buildChildren = openBuildChildren(settings)
  const books = openBooks(files, settings)
  const testResults = new TestResults(files)
  const services: Services = {
    settings,
    log,
    metrics: createMetrics(),
    reports,
    db,
    files,
    events,
    jobs: createJobs(events),
    caches,
    callLimits,
    identity,
    execution,
    batches,
    office,
    buildChildren,
    books,
    testResults,
    stopping: stopping.signal,
  }
  const app = await buildApp(services)
  const wrongAnswers = holdAnswers(app)
  await app.listen({ host: '127.0.0.1', port })

  return {
    origin: settings.origin,
    services,
    environment: { DATABASE_URL: databaseUrlOf(database.owner), SHEETWRIGHT_DATA: folder },
    logged,
    signIn: async (options) => {
      const person = await signInNewPerson(db, settings.origin, options)
      return { ...person, client: createClient({ baseUrl: settings.origin, headers: () => person.headers }) }
    },
    beginStop: () => stopping.abort(),
    stop: async () => {
      stopping.abort()
      await app.close()
      callLimits.close()
      const parts = [execution, batches, office, buildChildren, books, testResults, identity, caches, events, store]
      for (const part of parts) await part.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
      if (wrongAnswers.length > 0) throw new Error(`Answers differ from the contract:\n${wrongAnswers.join('\n')}`)
    },
  }
}

/** For the top of a test file: a server for all its tests, stopped afterwards. Use the result inside tests only. */
export function useTestServer(environment: Record<string, string> = {}): () => TestServer {
  let server: TestServer | undefined
  beforeAll(async () => {
    server = await startTestServer(environment)
  })
  afterAll(async () => {
    await server?.stop()
  })
  return () => {
    if (server === undefined) throw new Error('The server exists inside tests only')
    return server
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No port')
  return address.port
}
