import { defaultSections, type ProductFileType } from '@sheetwright/contract/documents/file-types.ts'
import type { AddRule, Section } from '@sheetwright/contract/documents/section.ts'
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import { productDocuments, productSections } from '../../platform/db/schema/documents.ts'

/** Name of the index that keeps the names of a product's sections unique. */
export const sectionNameIndex = 'product_sections_name'

/** A section as the contract shows it, with server-only fields. */
export interface StoredSection extends Section {
  readonly productId: string
}

/** Gives a new product the default sections. */
export async function insertDefaultSections(tx: TenantTransaction, productId: string): Promise<void> {
  await tx.q.insert(productSections).values(
    defaultSections.map(({ name, fileTypes }, index) => ({
      tenantId: tx.tenantId,
      id: newId(),
      productId,
      name,
      position: index + 1,
      fileTypes: [...fileTypes],
      addRule: addRuleFor(name),
    })),
  )
}

export async function listSections(tx: TenantTransaction, productId: string): Promise<StoredSection[]> {
  // Written as SQL: in a select from one table, the query builder omits the table's name before columns.
  const documents = sql<number>`(SELECT count(*)::int FROM product_documents AS d
    WHERE d.tenant_id = product_sections.tenant_id AND d.product_id = product_sections.product_id
      AND d.section_id = product_sections.id AND d.deleted_at IS NULL)`
  return tx.q
    .select({
      id: productSections.id,
      name: productSections.name,
      position: productSections.position,
      fileTypes: productSections.fileTypes,
      productId: productSections.productId,
      addRule: productSections.addRule,
      documents,
    })
    .from(productSections)
    .where(isOf(tx, productId))
    .orderBy(asc(productSections.position), asc(productSections.id))
}

/** The section of a product with this id, else with this name. */
export async function findSection(
  tx: TenantTransaction,
  productId: string,
  idOrName: string,
): Promise<StoredSection | undefined> {
  const sections = await listSections(tx, productId)
  const byId = sections.find(({ id }) => id === idOrName.toLowerCase())
  if (byId !== undefined) return byId
  const { rows } = await tx.q.execute<{ id: string }>(sql`
    SELECT id FROM ${productSections} WHERE ${isOf(tx, productId)} AND name_key(name) = name_key(${idOrName})`)
  return sections.find(({ id }) => id === rows[0]?.id)
}

/** Appends a section; `placeSections` moves it. */
export async function insertSection(
  tx: TenantTransaction,
  section: { productId: string; name: string; position: number; fileTypes: ProductFileType[] },
): Promise<string> {
  const id = newId()
  await tx.q
    .insert(productSections)
    .values({ tenantId: tx.tenantId, id, ...section, addRule: addRuleFor(section.name) })
  return id
}

export async function updateSection(
  tx: TenantTransaction,
  id: string,
  changes: { name?: string; fileTypes?: ProductFileType[] },
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  const isBrochure = changes.name !== undefined && addRuleFor(changes.name) === 'AddBrochure'
  await tx.q
    .update(productSections)
    .set({ ...changes, ...(isBrochure ? { addRule: 'AddBrochure' } : {}) })
    .where(isRow(tx, id))
  if (changes.name === undefined) return
  // Documents deleted in the section are restored under its current name.
  await tx.q
    .update(productDocuments)
    .set({ sectionName: changes.name })
    .where(and(eq(productDocuments.tenantId, tx.tenantId), eq(productDocuments.sectionId, id)))
}

/** Numbers the sections from 1 in the given order. */
export async function placeSections(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  await tx.q.execute(sql`
    UPDATE ${productSections} AS s SET position = placed.position
    FROM unnest(${sql.param(ids)}::uuid[]) WITH ORDINALITY AS placed (id, position)
    WHERE s.tenant_id = ${tx.tenantId} AND s.id = placed.id AND s.position <> placed.position`)
}

export async function deleteSection(tx: TenantTransaction, id: string): Promise<void> {
  await tx.q.delete(productSections).where(isRow(tx, id))
}

/** Locks a section until the transaction ends, so that it exists while something is added and names stay unique. */
export async function lockSection(tx: TenantTransaction, id: string): Promise<boolean> {
  const rows = await tx.q.select({ id: productSections.id }).from(productSections).where(isRow(tx, id)).for('update')
  return rows.length > 0
}

/** The types of the documents in a section. */
export async function typesInSection(tx: TenantTransaction, id: string): Promise<string[]> {
  const rows = await tx.q
    .selectDistinct({ fileType: productDocuments.fileType })
    .from(productDocuments)
    .where(
      and(
        eq(productDocuments.tenantId, tx.tenantId),
        eq(productDocuments.sectionId, id),
        isNull(productDocuments.deletedAt),
      ),
    )
  return rows.map(({ fileType }) => fileType)
}

/** A section keeps its rule when it is renamed: renaming brochures does not bypass it. */
function addRuleFor(name: string): AddRule {
  return name.normalize('NFC').toLowerCase() === 'brochure' ? 'AddBrochure' : 'AddDocumentation'
}

function isOf(tx: TenantTransaction, productId: string): SQL | undefined {
  return and(eq(productSections.tenantId, tx.tenantId), eq(productSections.productId, productId))
}

function isRow(tx: TenantTransaction, id: string): SQL | undefined {
  return and(eq(productSections.tenantId, tx.tenantId), eq(productSections.id, id))
}
