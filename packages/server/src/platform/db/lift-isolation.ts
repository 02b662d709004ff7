import { type Client, escapeIdentifier } from 'pg'

/**
 * Lets the owner of the tables see all rows during the work. Row-level security is forced on the owner too, so a
 * migration or a restore would otherwise read and change nothing, without any error. Runs inside the caller's
 * transaction: nobody else ever sees the tables open, and a failure restores row-level security with everything else.
 */
export async function liftIsolation<T>(owner: Client, work: () => Promise<T>): Promise<T> {
  const lifted = await forcedTables(owner)
  await alterTables(owner, lifted, 'NO FORCE ROW LEVEL SECURITY')
  const result = await work()
  const present = await existing(owner, lifted)
  await alterTables(owner, present, 'FORCE ROW LEVEL SECURITY')
  return result
}

/** Whether isolation hides anything: tables of size 0 never had a row, as in a new database. */
export async function hidesRows(owner: Client): Promise<boolean> {
  const { rows } = await owner.query<{ hides: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_class
     WHERE relnamespace = 'sheetwright'::regnamespace AND relforcerowsecurity AND pg_relation_size(oid) > 0) AS hides`,
  )
  return rows[0]?.hides ?? true
}

/** One message, because there are hundreds of tables. */
async function alterTables(owner: Client, tables: readonly string[], change: string): Promise<void> {
  await owner.query(tables.map((table) => `ALTER TABLE ${table} ${change};`).join(''))
}

async function forcedTables(owner: Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'sheetwright'::regnamespace AND relforcerowsecurity ORDER BY relname`,
  )
  return rows.map(({ name }) => `sheetwright.${escapeIdentifier(name)}`)
}

/** The work may have dropped or renamed some tables. */
async function existing(owner: Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NOT NULL',
    [tables],
  )
  return rows.map(({ name }) => name)
}
