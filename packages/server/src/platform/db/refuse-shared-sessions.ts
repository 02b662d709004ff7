import type { Client } from 'pg'
import { StartupError } from '../../startup-error.ts'

/**
 * Refuses a pooler that assigns a database session for one transaction at a time (PgBouncer with `pool_mode`
 * transaction or statement): session locks and `LISTEN` would silently get lost there. Both clients are connected and
 * idle.
 */
export async function refuseSharedSessions(one: Client, other: Client): Promise<void> {
  const { rows } = await one.query<{ path: string }>("SELECT current_setting('search_path') AS path")
  if (!rows[0]?.path.includes('sheetwright')) throw new StartupError(dropped)
  const before = await sessionOf(one)
  await other.query('BEGIN')
  try {
    const others = await sessionOf(other)
    // The other client holds its session now: a client with a dedicated session still has the same one.
    const after = await sessionOf(one)
    if (others === before || after !== before) throw new StartupError(shared)
  } finally {
    await other.query('ROLLBACK')
  }
}

async function sessionOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid
}

const dropped =
  'The database is reached through a pooler that drops the settings of a connection (PgBouncer with options among ' +
  'ignore_startup_parameters). Sheetwright needs them: connect to PostgreSQL directly'

const shared =
  'The database is reached through a pooler that shares sessions between connections (PgBouncer with pool_mode = transaction ' +
  'or statement). Events and locks need sessions of their own: connect to PostgreSQL directly, or set pool_mode = session'
