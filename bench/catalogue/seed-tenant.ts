import type { Database, TenantTransaction } from '@sheetwright/server/platform/db/database.ts'
import { sql } from 'drizzle-orm'

export interface TenantSize {
  readonly products: number
  readonly enginesEach: number
  readonly documentsEach: number
}

/** Fills a tenant with products of varied names, categories and states, with engines and documents in each. */
export async function seedTenant(db: Database, tenantId: string, ownerId: string, size: TenantSize): Promise<void> {
  const hash = 'a'.repeat(64)
  await db.inTenant(tenantId, async (tx) => {
    await insertProducts(tx, ownerId, size.products)
    await tx.q.execute(sql`INSERT INTO stored_files (tenant_id, hash, size) VALUES (${tenantId}, ${hash}, 1)`)
    await insertEngines(tx, ownerId, hash, size.enginesEach)
    await insertDocuments(tx, ownerId, hash, size.documentsEach)
  })
}

async function insertProducts({ q, tenantId }: TenantTransaction, ownerId: string, count: number): Promise<void> {
  await q.execute(sql`
    INSERT INTO products (tenant_id, id, name, category, description, status, owner_id, updated_at)
    SELECT ${tenantId}, gen_random_uuid(),
      (ARRAY['Motor', 'Term life', 'Annuity', 'Household', 'Travel', '医療保険', '自動車保険'])[1 + n % 7] || ' ' || n,
      ARRAY[(ARRAY['Life', 'Health', 'Motor', 'Property', 'Pension'])[1 + n % 5]],
      repeat('What the product covers. ', 1 + n % 8),
      (ARRAY['Design', 'Production', 'Archive'])[1 + n % 3],
      ${ownerId}, now() - n * interval '1 minute'
    FROM generate_series(1, ${count}::int) AS n`)
  await q.execute(sql`
    INSERT INTO product_favourites (tenant_id, user_id, product_id)
    SELECT tenant_id, ${ownerId}, id FROM products WHERE tenant_id = ${tenantId} ORDER BY name LIMIT 20`)
}

async function insertEngines(
  { q, tenantId }: TenantTransaction,
  ownerId: string,
  hash: string,
  each: number,
): Promise<void> {
  await q.execute(sql`
    INSERT INTO engines (tenant_id, id, product_id, service_name, owner_id)
    SELECT tenant_id, gen_random_uuid(), id, 'engine ' || n, owner_id
    FROM products, generate_series(1, ${each}::int) AS n WHERE tenant_id = ${tenantId}`)
  await q.execute(sql`
    INSERT INTO engine_uploads (tenant_id, id, engine_file_id, product_id, service_name, uploaded_by, file_name,
      file_hash, file_size, state, build_hash)
    SELECT tenant_id, id, gen_random_uuid(), product_id, service_name, ${ownerId}, service_name || '.xlsx',
      ${hash}, 1, 'built', ${hash}
    FROM engines WHERE tenant_id = ${tenantId}`)
  await q.execute(sql`
    INSERT INTO engine_versions (tenant_id, id, engine_id, upload_id, major, minor, patch, state, effective_start,
      effective_end, created_by)
    SELECT tenant_id, gen_random_uuid(), id, id, 1, 0, 0, 'Active', now(), now() + interval '10 years', ${ownerId}
    FROM engines WHERE tenant_id = ${tenantId}`)
}

async function insertDocuments(
  { q, tenantId }: TenantTransaction,
  ownerId: string,
  hash: string,
  each: number,
): Promise<void> {
  await q.execute(sql`
    INSERT INTO product_sections (tenant_id, id, product_id, name, position, file_types, add_rule)
    SELECT tenant_id, gen_random_uuid(), id, 'serviceDocumentation', 1, '{PDF}', 'AddDocumentation'
    FROM products WHERE tenant_id = ${tenantId}`)
  await q.execute(sql`
    INSERT INTO product_documents (tenant_id, id, product_id, section_id, section_name, file_name, file_type)
    SELECT tenant_id, gen_random_uuid(), product_id, id, name, 'document ' || n || '.pdf', 'PDF'
    FROM product_sections, generate_series(1, ${each}::int) AS n WHERE tenant_id = ${tenantId}`)
  await q.execute(sql`
    INSERT INTO product_document_versions (tenant_id, document_id, version, hash, size, uploaded_by)
    SELECT tenant_id, id, 1, ${hash}, 1, ${ownerId} FROM product_documents WHERE tenant_id = ${tenantId}`)
}
