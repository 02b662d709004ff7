import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import { products } from '../db/schema/products.ts'
import { visitorLinks, visitors } from '../db/schema/visitors.ts'

export interface VisitorLink {
  readonly id: string
  readonly productId: string
  readonly serviceName: string
}

export async function insertLink(
  tx: TenantTransaction,
  link: Omit<VisitorLink, 'id'> & { createdBy: string; expiresAt: Date | null },
): Promise<string> {
  const id = newId()
  await tx.q.insert(visitorLinks).values({ tenantId: tx.tenantId, id, ...link })
  return id
}

/** A link that still leads somewhere: not expired, and its product not deleted. */
export async function findOpenLink(tx: TenantTransaction, id: string): Promise<VisitorLink | undefined> {
  const rows = await tx.q
    .select({ id: visitorLinks.id, productId: visitorLinks.productId, serviceName: visitorLinks.serviceName })
    .from(visitorLinks)
    .innerJoin(products, and(eq(products.tenantId, visitorLinks.tenantId), eq(products.id, visitorLinks.productId)))
    .where(
      and(
        eq(visitorLinks.tenantId, tx.tenantId),
        eq(visitorLinks.id, id),
        isNull(products.deletedAt),
        or(isNull(visitorLinks.expiresAt), gt(visitorLinks.expiresAt, sql`now()`)),
      ),
    )
  return rows[0]
}

/** The visitor with this address; made when it comes for the first time. */
export async function visitorWithEmail(tx: TenantTransaction, linkId: string, email: string): Promise<string> {
  await tx.q.insert(visitors).values({ tenantId: tx.tenantId, id: newId(), linkId, email }).onConflictDoNothing()
  const rows = await tx.q
    .select({ id: visitors.id })
    .from(visitors)
    .where(
      and(
        eq(visitors.tenantId, tx.tenantId),
        eq(visitors.linkId, linkId),
        sql`name_key(${visitors.email}) = name_key(${email})`,
      ),
    )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The visitor was not kept')
  return id
}

export interface StoredVisitor {
  readonly id: string
  readonly email: string
  readonly codeHash: string | null
  readonly codeTries: number
  readonly codeIsFresh: boolean
}

/** A visitor of a link, whose row stays as it is until the transaction ends. */
export async function lockVisitor(
  tx: TenantTransaction,
  linkId: string,
  id: string,
): Promise<StoredVisitor | undefined> {
  const rows = await tx.q
    .select({
      id: visitors.id,
      email: visitors.email,
      codeHash: visitors.codeHash,
      codeTries: visitors.codeTries,
      codeIsFresh: sql<boolean>`coalesce(${visitors.codeExpiresAt} > now(), false)`,
    })
    .from(visitors)
    .where(and(eq(visitors.tenantId, tx.tenantId), eq(visitors.linkId, linkId), eq(visitors.id, id)))
    .for('update')
  return rows[0]
}

export async function setCode(tx: TenantTransaction, id: string, codeHash: string, minutes: number): Promise<void> {
  await tx.q
    .update(visitors)
    .set({ codeHash, codeTries: 0, codeExpiresAt: sql`now() + ${minutes}::int * interval '1 minute'` })
    .where(and(eq(visitors.tenantId, tx.tenantId), eq(visitors.id, id)))
}

export async function countCodeTry(tx: TenantTransaction, id: string): Promise<void> {
  await tx.q
    .update(visitors)
    .set({ codeTries: sql`${visitors.codeTries} + 1` })
    .where(and(eq(visitors.tenantId, tx.tenantId), eq(visitors.id, id)))
}

export async function clearCode(tx: TenantTransaction, id: string): Promise<void> {
  await tx.q
    .update(visitors)
    .set({ codeHash: null, codeExpiresAt: null })
    .where(and(eq(visitors.tenantId, tx.tenantId), eq(visitors.id, id)))
}
