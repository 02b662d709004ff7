import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { connectionSettings } from './database.ts'
import type { Endpoint } from './endpoint.ts'

/** Connections of a process that has just ended stay for a moment. */
const PATIENCE_MILLIS = 3_000

/** Number of lasting database connections of other Sheetwright processes. */
export async function otherSessions(owner: Endpoint): Promise<number> {
  const client = new Client(connectionSettings(owner))
  await client.connect()
  try {
    const until = Date.now() + PATIENCE_MILLIS
    for (;;) {
      const count = await countOthers(client)
      if (count === 0 || Date.now() > until) return count
      await delay(100)
    }
  } finally {
    await client.end()
  }
}

async function countOthers(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'sheetwright' AND pid <> pg_backend_pid()`,
  )
  return rows[0]?.count ?? 0
}
