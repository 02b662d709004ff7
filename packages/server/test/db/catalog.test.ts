import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schema } from '../../src/platform/db/schema.ts'
import { useTestDatabase } from '../support/test-database.ts'

/** Tables without a tenant. Add one only on purpose: its rows are not isolated by tenant. */
const systemTables = [
  'device_logins',
  'job_schedules',
  'migrations',
  'oidc_payloads',
  'sign_in_attempts',
  'system_values',
  'tenants',
]

/** Tables with a tenant that processes also read across tenants; they hold no product data. */
const crossTenantTables: ReadonlySet<string> = new Set(['job_queue', 'job_turns'])

const database = useTestDatabase()
let client: Client

beforeAll(async () => {
  // The search path is empty, so that expressions name every schema.
  client = new Client({ ...database.owner, options: '-c search_path=' })
  await client.connect()
})
afterAll(() => client.end())

interface TableFacts {
  readonly name: string
  readonly hasTenant: boolean
  readonly enabled: boolean
  readonly forced: boolean
  readonly firstKeyColumn: string | null
  readonly policies: readonly { using: string | null; check: string | null; command: string; roles: string }[]
  readonly refersToTenant: boolean
  readonly isPartition: boolean
}

async function readFacts(): Promise<TableFacts[]> {
  const { rows } = await client.query<TableFacts>(`
    SELECT c.relname AS name, c.relrowsecurity AS enabled, c.relforcerowsecurity AS forced,
      c.relispartition AS "isPartition",
      EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped)
        AS "hasTenant",
      (SELECT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
       WHERE i.indrelid = c.oid AND i.indisprimary) AS "firstKeyColumn",
      coalesce((SELECT json_agg(json_build_object(
          'using', pg_get_expr(p.polqual, c.oid), 'check', pg_get_expr(p.polwithcheck, c.oid),
          'command', p.polcmd, 'roles', p.polroles::text))
        FROM pg_policy p WHERE p.polrelid = c.oid), '[]') AS policies,
      EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.conkey[1] =
        (SELECT attnum FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id')) AS "refersToTenant"
    FROM pg_class c
    WHERE c.relnamespace = 'sheetwright'::regnamespace AND c.relkind IN ('r', 'p')
    ORDER BY c.relname`)
  return rows
}

describe('every table of the schema', () => {
  it('belongs to a tenant or is on the list of those that do not', async () => {
    const without = (await readFacts()).filter((table) => !table.hasTenant).map((table) => table.name)
    expect(without).toEqual(systemTables)
  })

  it('enforces row-level security, on its owner too', async () => {
    const open = (await readFacts()).filter((table) => !(table.enabled && table.forced) || table.policies.length === 0)
    expect(open.map((table) => table.name)).toEqual(['migrations'])
  })

  it('has a policy that compares the tenant, and no other, when it belongs to one', async () => {
    const own = '(tenant_id = sheetwright.current_tenant())'
    const tables = (await readFacts()).filter((table) => table.hasTenant && !crossTenantTables.has(table.name))
    for (const { name, policies } of tables) {
      expect({ name, policies }).toEqual({ name, policies: [{ using: own, check: own, command: '*', roles: '{0}' }] })
    }
    expect(tables.length).toBeGreaterThan(0)
  })

  it('is visible to transactions without a tenant when it is not isolated by tenant, so that backups see all of it', async () => {
    const tables = (await readFacts()).filter((table) => !table.hasTenant || crossTenantTables.has(table.name))
    for (const { name, policies } of tables.filter((table) => table.name !== 'migrations')) {
      const reading = policies.filter(({ command }) => command === '*' || command === 'r')
      expect({ name, using: reading.map((policy) => policy.using) }).toEqual({
        name,
        using: [expect.stringContaining('sheetwright.current_tenant() IS NULL')],
      })
    }
  })

  it('has a primary key that begins with the tenant, and refers to it', async () => {
    const tenantTables = (await readFacts()).filter((table) => table.hasTenant)
    const otherKey = tenantTables.filter((table) => table.firstKeyColumn !== 'tenant_id')
    expect(otherKey.map((table) => table.name)).toEqual([])
    // Calls are too many for a foreign key that is checked row by row: the writer locks their engine (call.store.ts).
    const withoutReference = tenantTables.filter((table) => !table.refersToTenant && !table.isPartition)
    expect(withoutReference.map((table) => table.name)).toEqual(['engine_calls'])
    const { rows } = await client.query(
      `SELECT tgrelid::regclass::text AS "table", tgenabled AS enabled FROM pg_trigger WHERE tgname = 'engine_removed'`,
    )
    expect(rows).toEqual([{ table: expect.stringMatching(/(^|\.)engines$/), enabled: 'O' }])
    const withoutKey = (await readFacts()).filter((table) => table.firstKeyColumn === null)
    expect(withoutKey.map((table) => table.name)).toEqual([])
  })

  it('is owned by the owner, and the role of the server owns nothing and has no powers', async () => {
    const { rows } = await client.query(
      `SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
              (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS owned
       FROM pg_roles r WHERE rolname = $1`,
      [database.app.user],
    )
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        owned: 0,
      },
    ])
  })
})

describe('the tables of the query builder', () => {
  it('are the tables of the database, column by column', async () => {
    const { rows } = await client.query<{ table: string; column: string; type: string; required: boolean }>(`
      SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type,
             a.attnotnull AS required
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = 'sheetwright'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND c.relname <> 'migrations'`)
    const migrated = rows.map((row) => `${row.table}.${row.column} ${row.type}${row.required ? ' NOT NULL' : ''}`)
    const declared = Object.values(schema).flatMap((table) => {
      if (!is(table, PgTable)) throw new Error('Not a table')
      return Object.values(getTableColumns(table)).map(
        (column) =>
          `${getTableName(table)}.${column.name} ${sqlType(column.getSQLType())}${column.notNull ? ' NOT NULL' : ''}`,
      )
    })
    expect(declared.toSorted()).toEqual(migrated.toSorted())
  })
})

/** PostgreSQL's name for a type of the query builder. */
function sqlType(declared: string): string {
  return declared
    .replace(' (', '(')
    .replace(/^numeric\((\d+), (\d+)\)/, 'numeric($1,$2)')
    .replace(/^varchar/, 'character varying')
}
