import type { TransformContent } from '@sheetwright/contract/execution/transforms/transform.ts'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../../platform/db/database.ts'
import { transforms } from '../../../platform/db/schema/transforms.ts'

export type StoredTransform = typeof transforms.$inferSelect

export interface TransformAddress {
  readonly productId: string
  readonly name: string
}

/** The newest version of a transform. */
export async function findTransform(
  tx: TenantTransaction,
  address: TransformAddress,
): Promise<StoredTransform | undefined> {
  const [row] = await tx.q
    .select()
    .from(transforms)
    .where(isCalled(tx, address))
    .orderBy(desc(transforms.version))
    .limit(1)
  return row
}

/** The newest version of each transform of a product, by name. */
export async function listTransforms(tx: TenantTransaction, productId: string): Promise<StoredTransform[]> {
  const { tenantId, ...columns } = transforms
  return tx.q
    .selectDistinctOn([transforms.name])
    .from(transforms)
    .where(and(eq(tenantId, tx.tenantId), eq(columns.productId, productId)))
    .orderBy(transforms.name, desc(transforms.version))
}

export async function insertTransform(
  tx: TenantTransaction,
  address: TransformAddress,
  saved: { readonly content: TransformContent; readonly createdBy: string },
): Promise<StoredTransform> {
  // Two concurrent saves get two versions, one after the other.
  await tx.q.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`transform:${address.productId}`}, 0))`)
  const before = await findTransform(tx, address)
  const [row] = await tx.q
    .insert(transforms)
    .values({
      tenantId: tx.tenantId,
      productId: address.productId,
      name: before?.name ?? address.name,
      version: (before?.version ?? 0) + 1,
      ...saved,
    })
    .returning()
  if (row === undefined) throw new Error('The transform was not written')
  return row
}

export async function removeTransform(tx: TenantTransaction, address: TransformAddress): Promise<number> {
  const { rowCount } = await tx.q.delete(transforms).where(isCalled(tx, address))
  return rowCount ?? 0
}

function isCalled(tx: TenantTransaction, { productId, name }: TransformAddress): SQL | undefined {
  return and(
    eq(transforms.tenantId, tx.tenantId),
    eq(transforms.productId, productId),
    sql`name_key(${transforms.name}) = name_key(${name})`,
  )
}
