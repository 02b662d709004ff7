import { Client } from 'pg'
import { connectionSettings } from './database.ts'
import type { Endpoint } from './endpoint.ts'

/** How many connections of Sheetwright processes, other than this one's, the database has. */
export async function otherSessions(owner: Endpoint): Promise<number> {
  const client = new Client(connectionSettings(owner))
  await client.connect()
  try {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'sheetwright' AND pid <> pg_backend_pid()`,
    )
    return rows[0]?.count ?? 0
  } finally {
    await client.end()
  }
}
