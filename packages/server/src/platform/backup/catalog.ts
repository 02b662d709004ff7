import type { Client } from 'pg'

export interface CatalogTable {
  readonly name: string
  /** Stored columns; generated ones are computed again. */
  readonly columns: readonly string[]
  /** Row-level security also applies to the owner here, and shows rows of one tenant at a time. */
  readonly byTenant: boolean
}

/** Every table of the product except the list of migrations, which the restored database writes. */
export async function readTables(owner: Client): Promise<CatalogTable[]> {
  const { rows } = await owner.query<CatalogTable>(
    `SELECT c.relname AS name,
            array_agg(a.attname::text ORDER BY a.attnum) AS columns,
            row_security_active(c.oid) AND EXISTS (
              SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'tenant_isolation') AS "byTenant"
     FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relnamespace = 'sheetwright'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname <> 'migrations'
     GROUP BY c.oid, c.relname
     ORDER BY c.relname`,
  )
  return rows
}

/** The tables and partitions that hold or once held rows, except the list of migrations. */
export async function readFilledTables(owner: Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'sheetwright'::regnamespace AND relkind = 'r' AND relname <> 'migrations'
       AND pg_relation_size(oid) > 0 ORDER BY relname`,
  )
  return rows.map(({ name }) => name)
}

export interface CatalogSequence {
  readonly name: string
  readonly lastValue: string
  readonly isCalled: boolean
}

export async function readSequences(owner: Client): Promise<CatalogSequence[]> {
  const { rows } = await owner.query<CatalogSequence>(
    `SELECT sequencename AS name, coalesce(last_value, start_value)::text AS "lastValue", last_value IS NOT NULL AS "isCalled"
     FROM pg_sequences WHERE schemaname = 'sheetwright' ORDER BY sequencename`,
  )
  return rows
}

export interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

export async function readForeignKeys(owner: Client): Promise<ForeignKey[]> {
  const { rows } = await owner.query<ForeignKey>(
    `SELECT c.relname AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
     WHERE k.contype = 'f' AND c.relnamespace = 'sheetwright'::regnamespace AND k.conparentid = 0
     ORDER BY c.relname, k.conname`,
  )
  return rows
}
