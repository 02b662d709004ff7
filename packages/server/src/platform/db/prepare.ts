import { Client } from 'pg'
import { codeOf, StartupError } from '../../startup-error.ts'
import { PREPARE_LOCK } from './advisory-locks.ts'
import { appEndpointOf, ensureAppRole, grantTables, refusePowerfulRole } from './app-role.ts'
import { connectionSettings } from './database.ts'
import type { Endpoint } from './endpoint.ts'
import { migrate } from './migrate.ts'
import { refuseSharedSessions } from './refuse-shared-sessions.ts'

export interface PreparedDatabase {
  /** The endpoint the server connects to from here on. */
  readonly app: Endpoint
  /** Names of the migrations applied by this start. */
  readonly applied: readonly string[]
  /** Hints about the server for the operator, in sentences. */
  readonly warnings: readonly string[]
}

/**
 * Prepares a database for this version of the code, as its owner: migrations, the server's role and its grants. Any
 * number of processes may run it at once; it is quick when there is nothing to do.
 */
export async function prepareDatabase(owner: Endpoint, appOverride: Endpoint | undefined): Promise<PreparedDatabase> {
  const app = appOverride ?? appEndpointOf(owner)
  const client = new Client(connectionSettings(owner))
  await connect(client, owner)
  try {
    await refuseUnfitServer(client)
    await refusePooler(client, owner)
    await client.query('SELECT pg_advisory_lock($1)', [PREPARE_LOCK])
    const applied = await migrate(client)
    if (appOverride === undefined) await ensureAppRole(client, app)
    await refusePowerfulRole(client, app.user)
    await grantTables(client, app.user)
    return { app, applied, warnings: await durabilityWarnings(app) }
  } finally {
    await client.end()
  }
}

const poolerHint = 'This is a pooler such as PgBouncer: connect to PostgreSQL directly'

async function connect(client: Client, { host, port, database, user }: Endpoint): Promise<void> {
  try {
    await client.connect()
  } catch (cause) {
    const reason = cause instanceof Error && cause.message !== '' ? cause.message : (codeOf(cause) ?? 'no reason given')
    const hint = reason.includes('unsupported startup parameter') ? `. ${poolerHint}` : ''
    throw new StartupError(
      `The database ${database} at ${host}:${port} cannot be opened as ${user}: ${reason}${hint}`,
      {
        cause,
      },
    )
  }
}

async function refuseUnfitServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: number; name: string; encoding: string }>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name,
            pg_encoding_to_char(encoding) AS encoding
     FROM pg_database WHERE datname = current_database()`,
  )
  const server = rows[0]
  if (server === undefined) throw new Error('The server does not know its own database')
  if (server.version < 150_000) {
    throw new StartupError(`PostgreSQL 15 or newer is needed, and the database server is ${server.name}`)
  }
  if (server.encoding !== 'UTF8') {
    throw new StartupError(`The database must have the encoding UTF8, and it has ${server.encoding}`)
  }
}

async function refusePooler(client: Client, endpoint: Endpoint): Promise<void> {
  const other = new Client(connectionSettings(endpoint))
  await connect(other, endpoint)
  try {
    await refuseSharedSessions(client, other)
  } finally {
    await other.end()
  }
}

/** Queried as the writing role, because the setting can differ between roles. */
async function durabilityWarnings(app: Endpoint): Promise<string[]> {
  const client = new Client(connectionSettings(app))
  await connect(client, app)
  try {
    await refusePooler(client, app)
    const { rows } = await client.query<{ name: string }>(
      `SELECT name FROM pg_settings
       WHERE setting = 'off' AND name IN ('fsync', 'full_page_writes', 'synchronous_commit') ORDER BY name`,
    )
    return rows.map(({ name }) => `The database is set to ${name} = off: a crash can lose changes that were confirmed`)
  } finally {
    await client.end()
  }
}
