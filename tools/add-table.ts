import { readdirSync } from 'node:fs'
import { inRoot } from './setup/paths.mjs'
import { addEntry, addImport, camel, Edits, end, say, sentence } from './generators/edit-source.ts'

/**
 * Generates a tenant table with its store: `npm run add-table -- FEATURE ENTITY TABLE`, as in
 * `npm run add-table -- products product-note product_notes`.
 */

const [feature, entity, table] = process.argv.slice(2)
if (!feature || !entity || !table) end('Usage: npm run add-table -- FEATURE ENTITY TABLE')
if (!/^[a-z]+(-[a-z]+)*$/.test(feature)) end(`FEATURE is a folder name such as products, not "${feature}"`)
if (!/^[a-z]+(-[a-z]+)*$/.test(entity)) end(`ENTITY is one of them, such as product-note, not "${entity}"`)
if (!/^[a-z]+(_[a-z]+)*$/.test(table)) end(`TABLE is several of them, such as product_notes, not "${table}"`)

const tableFile = table.replaceAll('_', '-')
const variable = camel(tableFile)
const type = camel(`-${entity}`)
const edits = new Edits()

edits.create(
  `packages/server/src/migrations/${nextNumber()}-${tableFile}.sql`,
  `-- ${sentence(tableFile)}.

CREATE TABLE ${table} (
  tenant_id uuid NOT NULL REFERENCES tenants (id),
  id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX ${table}_name ON ${table} (tenant_id, name_key(name));
SELECT enable_tenant_isolation('${table}');
`,
)
edits.create(
  `packages/server/src/platform/db/schema/${tableFile}.ts`,
  `import { pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const ${variable} = pgTable(
  '${table}',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (columns) => [primaryKey({ columns: [columns.tenantId, columns.id] })],
)
`,
)
edits.change('packages/server/src/platform/db/schema.ts', (source) =>
  addEntry(
    addImport(source, `import { ${variable} } from './schema/${tableFile}.ts'`),
    'export const schema = {',
    variable,
  ),
)
edits.create(
  `packages/server/src/features/${feature}/${entity}.store.ts`,
  `import { and, eq, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import { ${variable} } from '../../platform/db/schema/${tableFile}.ts'

export interface Stored${type} {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
}

const columns = { id: ${variable}.id, name: ${variable}.name, createdAt: ${variable}.createdAt }

export function list${type}s(tx: TenantTransaction): Promise<Stored${type}[]> {
  return tx.q
    .select(columns)
    .from(${variable})
    .where(eq(${variable}.tenantId, tx.tenantId))
    .orderBy(sql\`\${${variable}.name} COLLATE name_order\`)
}

export async function find${type}(tx: TenantTransaction, id: string): Promise<Stored${type} | undefined> {
  const rows = await tx.q
    .select(columns)
    .from(${variable})
    .where(and(eq(${variable}.tenantId, tx.tenantId), eq(${variable}.id, id)))
  return rows[0]
}

export async function insert${type}(tx: TenantTransaction, name: string): Promise<string> {
  const id = newId()
  await tx.q.insert(${variable}).values({ tenantId: tx.tenantId, id, name })
  return id
}

export async function delete${type}(tx: TenantTransaction, id: string): Promise<void> {
  await tx.q.delete(${variable}).where(and(eq(${variable}.tenantId, tx.tenantId), eq(${variable}.id, id)))
}
`,
)
edits.format()
say('Next: the columns, in the migration, the schema and the store; foreign keys start with tenant_id.')

function nextNumber(): string {
  const numbers = readdirSync(inRoot('packages/server/src/migrations')).map((file) => Number.parseInt(file, 10))
  return String(Math.max(...numbers) + 1).padStart(4, '0')
}
