import { type Client, escapeIdentifier } from 'pg'

/**
 * Lets the owner of the tables see all rows until the work is done. Row-level security is forced on the owner too, so
 * that a migration or a restore would otherwise read and change nothing, without any error. Inside the caller's
 * transaction: nobody else ever sees the tables open, and a failure closes them with everything else.
 */
export async function liftIsolation<T>(owner: Client, work: () => Promise<T>): Promise<T> {
  const lifted = await forcedTables(owner)
  for (const table of lifted) await owner.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`)
  const result = await work()
  const present = await existing(owner, lifted)
  for (const table of present) await owner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`)
  return result
}

async function forcedTables(owner: Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'sheetwright'::regnamespace AND relforcerowsecurity ORDER BY relname`,
  )
  return rows.map(({ name }) => `sheetwright.${escapeIdentifier(name)}`)
}

/** The work may have dropped or renamed some. */
async function existing(owner: Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NOT NULL',
    [tables],
  )
  return rows.map(({ name }) => name)
}
