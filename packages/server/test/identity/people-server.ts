import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { buildApp } from '../../src/app.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { openEvents } from '../../src/platform/events/events.ts'
import { type Identity, type IdentityOptions, openIdentity } from '../../src/platform/identity/identity.ts'
import { createPasswords, type Passwords } from '../../src/platform/identity/passwords.ts'
import { findTenantByName } from '../../src/platform/identity/tenants.store.ts'
import { insertUser, setPassword } from '../../src/platform/identity/users.store.ts'
import { openErrorReports } from '../../src/platform/telemetry/error-reports.ts'
import { createMetrics } from '../../src/platform/telemetry/metrics.ts'
import { openOffice } from '../../src/platform/office/office.ts'
import type { Services } from '../../src/services.ts'
import { loadSettings } from '../../src/settings.ts'
import { Browser, type TokenSet, WebClient } from './browser.ts'

export interface LogLine {
  readonly msg: string
  readonly reason?: string
  readonly correlationId?: string
}

/** The server with its sign-in pages, on a database that the test shares with it. */
export interface PeopleServer {
  readonly origin: string
  readonly identity: Identity
  readonly app: FastifyInstance
  /** Everything that was logged as a warning or worse. */
  readonly warnings: readonly LogLine[]
  call(
    path: string,
    init?: { token?: string; method?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>
  stop(): Promise<void>
}

export interface Answer {
  readonly status: number
  readonly body: { status?: string; errorCode?: string; message?: string; data?: unknown; correlationId?: string }
}

type Options = Partial<Omit<IdentityOptions, 'db' | 'log'>>

const limits = { token: 900, idle: 3600, longest: 43_200 }

export async function startPeopleServer(
  db: Database,
  options: Options = {},
  environment: Record<string, string> = {},
): Promise<PeopleServer> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const warnings: LogLine[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => warnings.push(JSON.parse(line) as LogLine) })
  const identity = await openIdentity({
    db,
    log,
    origin,
    defaultTenant: 'demo',
    issuersFile: undefined,
    onLoopback: true,
    skipLogin: false,
    limits,
    keyCooldownMs: 0,
    ...options,
  })
  const settings = loadSettings({
    SHEETWRIGHT_PORT: String(port),
    SHEETWRIGHT_TRUST_PROXY: 'true',
    SHEETWRIGHT_REQUESTS_PER_MINUTE: '1000000',
    ...environment,
  })
  const reports = await openErrorReports({ dsn: undefined, environment: 'test', release: 'test' }, log)
  const stopping = new AbortController().signal
  const events = await openEvents(db, log)
  // Jobs and files, which these tests do not use, are not started.
  const office = await openOffice('off')
  const parts = { settings, log, metrics: createMetrics(), reports, db, identity, events, office, stopping }
  const services = parts as unknown as Services
  const app = await buildApp(services)
  await app.listen({ host: '127.0.0.1', port })

  return {
    origin,
    identity,
    app,
    warnings,
    call: async (path, { token, method = 'GET', body, headers = {} } = {}) => {
      const answer = await fetch(origin + path, {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: (await answer.json()) as Answer['body'] }
    },
    stop: async () => {
      await app.close()
      await identity.close()
      await events.close()
    },
  }
}

const passwords: Passwords = createPasswords()

export interface Person {
  readonly tenant: string
  readonly tenantId: string
  readonly userId: string
  readonly email: string
  readonly password: string
}

/** A person of an existing tenant with their own password. */
export async function addPerson(
  db: Database,
  tenant: string,
  person: { email: string; groups?: readonly string[]; oneTime?: boolean },
): Promise<Person> {
  const password = 'correct horse battery'
  const hash = await passwords.hash(password)
  const found = await db.inSystem((tx) => findTenantByName(tx, tenant))
  if (!found) throw new Error(`There is no tenant ${tenant}`)
  const userId = await db.inTenant(found.id, async (tx) => {
    const groups = person.groups ?? ['user:pf.forms']
    const id = await insertUser(tx, { email: person.email, fullName: 'Test Person', groups, oneTimePasswordHash: hash })
    if (!person.oneTime) await setPassword(tx, id, { hash, oneTime: false })
    return id
  })
  return { tenant, tenantId: found.id, userId, email: person.email, password }
}

/** Signs a person in through the pages, as a browser would. */
export async function signInAs(
  server: PeopleServer,
  person: Person,
  browser = new Browser(server.origin),
): Promise<{ tokens: TokenSet; client: WebClient; browser: Browser }> {
  const client = new WebClient(browser)
  const page = await client.start({ tenant: person.tenant })
  const { tenant, email, password } = person
  const done = await browser.submit(page, { tenant, email, password })
  return { tokens: await client.exchange(done), client, browser }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No port')
  return address.port
}
