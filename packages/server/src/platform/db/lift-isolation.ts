import { type Client, escapeIdentifier } from 'pg'

/**
 * Lets the owner of the tables see all rows until the work is done. Row-level security is forced on the owner too, so
 * that a migration or a restore would otherwise read and change nothing, without any error. Inside the caller's
 * transaction: nobody else ever sees the tables open, and a failure closes them with everything else.
 */
export async function liftIsolation<T>(owner: Client, work: () => Promise<T>): Promise<T> {
  const lifted = await forcedTables(owner)
  await alterTables(owner, lifted, 'NO FORCE ROW LEVEL SECURITY')
  const result = await work()
  const present = await existing(owner, lifted)
  await alterTables(owner, present, 'FORCE ROW LEVEL SECURITY')
  return result
}

/** Whether isolation hides anything: tables that take no space have never had a row, as in a database that is just made. */
export async function hidesRows(owner: Client): Promise<boolean> {
  const { rows } = await owner.query<{ hides: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_class
     WHERE relnamespace = 'sheetwright'::regnamespace AND relforcerowsecurity AND pg_relation_size(oid) > 0) AS hides`,
  )
  return rows[0]?.hides ?? true
}

/** In one message: there are hundreds of tables. */
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

/** The work may have dropped or renamed some. */
async function existing(owner: Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NOT NULL',
    [tables],
  )
  return rows.map(({ name }) => name)
}
