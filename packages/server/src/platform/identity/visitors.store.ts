import { and, desc, eq, gt, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import { fileEntries } from '../db/schema/file-entries.ts'
import { products } from '../db/schema/products.ts'
import { users } from '../db/schema/users.ts'
import { visitorLinks, visitors } from '../db/schema/visitors.ts'

/** Target of a link: an engine of a product, or a file. */
export type LinkTarget =
  | { readonly productId: string; readonly serviceName: string; readonly fileId: null }
  | { readonly productId: null; readonly serviceName: null; readonly fileId: string }

export interface VisitorLink {
  readonly id: string
  readonly target: LinkTarget
  /** Only email addresses of these domains are admitted; all if empty. */
  readonly mailDomains: readonly string[]
  /** Sites that may frame the calculator. */
  readonly embedOrigins: readonly string[]
  /** The call log shows the addresses of visitors. */
  readonly keepsAddresses: boolean
}

/** The properties of a new link. */
interface NewLink extends Omit<VisitorLink, 'id' | 'mailDomains' | 'embedOrigins'> {
  readonly mailDomains: string[]
  readonly embedOrigins: string[]
  readonly createdBy: string
  readonly expiresAt: Date | null
  readonly maxUses: number | null
}

export async function insertLink(tx: TenantTransaction, { target, ...link }: NewLink): Promise<string> {
  const id = newId()
  await tx.q.insert(visitorLinks).values({ tenantId: tx.tenantId, id, ...target, ...link })
  return id
}

/** A valid link: neither expired nor revoked, and its product or file not deleted. */
export async function findOpenLink(tx: TenantTransaction, id: string): Promise<VisitorLink | undefined> {
  const rows = await tx.q
    .select({
      id: visitorLinks.id,
      ...targetColumns,
      mailDomains: visitorLinks.mailDomains,
      embedOrigins: visitorLinks.embedOrigins,
      keepsAddresses: visitorLinks.keepsAddresses,
    })
    .from(visitorLinks)
    .leftJoin(
      products,
      and(
        eq(products.tenantId, visitorLinks.tenantId),
        eq(products.id, visitorLinks.productId),
        isNull(products.deletedAt),
      ),
    )
    .leftJoin(
      fileEntries,
      and(
        eq(fileEntries.tenantId, visitorLinks.tenantId),
        eq(fileEntries.id, visitorLinks.fileId),
        isNull(fileEntries.deletedAt),
      ),
    )
    .where(
      and(
        eq(visitorLinks.tenantId, tx.tenantId),
        eq(visitorLinks.id, id),
        or(isNotNull(products.id), isNotNull(fileEntries.id)),
        isNull(visitorLinks.revokedAt),
        or(isNull(visitorLinks.expiresAt), gt(visitorLinks.expiresAt, sql`now()`)),
      ),
    )
  return rows[0] && withTarget(rows[0])
}

const targetColumns = {
  productId: visitorLinks.productId,
  serviceName: visitorLinks.serviceName,
  fileId: visitorLinks.fileId,
}

interface TargetColumns {
  readonly productId: string | null
  readonly serviceName: string | null
  readonly fileId: string | null
}

function withTarget<R extends TargetColumns>({ productId, serviceName, fileId, ...rest }: R) {
  return { ...rest, target: targetOf({ productId, serviceName, fileId }) }
}

function targetOf({ productId, serviceName, fileId }: TargetColumns): LinkTarget {
  if (fileId !== null) return { productId: null, serviceName: null, fileId }
  if (productId === null || serviceName === null) throw new Error('The link leads nowhere')
  return { productId, serviceName, fileId }
}

export interface StoredLink extends VisitorLink {
  readonly createdBy: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  readonly maxUses: number | null
  readonly uses: number
  readonly results: number
  readonly visitors: number
}

/** The links to engines of a product, newest first. */
export function listLinks(tx: TenantTransaction, productId: string): Promise<StoredLink[]> {
  return linksWhere(tx, eq(visitorLinks.productId, productId))
}

/** The links to a file, newest first. */
export function listFileLinks(tx: TenantTransaction, fileId: string): Promise<StoredLink[]> {
  return linksWhere(tx, eq(visitorLinks.fileId, fileId))
}

async function linksWhere(tx: TenantTransaction, matching: SQL): Promise<StoredLink[]> {
  const rows = await selectLinks(tx, matching).orderBy(desc(visitorLinks.createdAt), desc(visitorLinks.id))
  return rows.map(withTarget)
}

export async function findLink(tx: TenantTransaction, id: string): Promise<StoredLink | undefined> {
  const rows = await selectLinks(tx, eq(visitorLinks.id, id))
  return rows[0] && withTarget(rows[0])
}

/** Counts a visit. False, without counting, if the link has none left. */
export async function countUse(tx: TenantTransaction, linkId: string): Promise<boolean> {
  const counted = await tx.q
    .update(visitorLinks)
    .set({ uses: sql`${visitorLinks.uses} + 1` })
    .where(
      and(
        eq(visitorLinks.tenantId, tx.tenantId),
        eq(visitorLinks.id, linkId),
        or(isNull(visitorLinks.maxUses), lt(visitorLinks.uses, visitorLinks.maxUses)),
      ),
    )
    .returning({ id: visitorLinks.id })
  return counted.length === 1
}

export async function countResults(tx: TenantTransaction, linkId: string, results: number): Promise<void> {
  await tx.q
    .update(visitorLinks)
    .set({ results: sql`${visitorLinks.results} + ${results}::int` })
    .where(and(eq(visitorLinks.tenantId, tx.tenantId), eq(visitorLinks.id, linkId)))
}

export async function emailOfVisitor(tx: TenantTransaction, linkId: string, id: string): Promise<string | undefined> {
  const rows = await tx.q
    .select({ email: visitors.email })
    .from(visitors)
    .where(and(eq(visitors.tenantId, tx.tenantId), eq(visitors.linkId, linkId), eq(visitors.id, id)))
  return rows[0]?.email
}

/** An already revoked link stays as it is. */
export async function revokeLink(tx: TenantTransaction, id: string, revokedBy: string): Promise<void> {
  await tx.q
    .update(visitorLinks)
    .set({ revokedAt: sql`now()`, revokedBy })
    .where(and(eq(visitorLinks.tenantId, tx.tenantId), eq(visitorLinks.id, id), isNull(visitorLinks.revokedAt)))
}

function selectLinks(tx: TenantTransaction, matching: SQL) {
  return tx.q
    .select({
      id: visitorLinks.id,
      ...targetColumns,
      createdBy: users.fullName,
      createdAt: visitorLinks.createdAt,
      expiresAt: visitorLinks.expiresAt,
      revokedAt: visitorLinks.revokedAt,
      mailDomains: visitorLinks.mailDomains,
      embedOrigins: visitorLinks.embedOrigins,
      keepsAddresses: visitorLinks.keepsAddresses,
      maxUses: visitorLinks.maxUses,
      uses: visitorLinks.uses,
      results: visitorLinks.results,
      visitors: sql<number>`(SELECT count(*) FROM ${visitors} AS v
        WHERE v.tenant_id = ${visitorLinks.tenantId} AND v.link_id = ${visitorLinks.id})::int`,
    })
    .from(visitorLinks)
    .innerJoin(users, and(eq(users.tenantId, visitorLinks.tenantId), eq(users.id, visitorLinks.createdBy)))
    .where(and(eq(visitorLinks.tenantId, tx.tenantId), matching))
    .$dynamic()
}

/** The visitor with this address; created at the first visit. */
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

/** A visitor of a link, with the row locked until the transaction ends. */
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

/** Notes that the visitor entered their code, which is used up by that. */
export async function confirmVisitor(tx: TenantTransaction, id: string): Promise<void> {
  await tx.q
    .update(visitors)
    .set({ codeHash: null, codeExpiresAt: null, confirmedAt: sql`now()` })
    .where(and(eq(visitors.tenantId, tx.tenantId), eq(visitors.id, id)))
}

/** How long an address is kept that nobody confirmed. */
const unconfirmedDays = 30

/** Deletes visitors who gave an address and never entered a code: anybody may have typed it. Returns how many. */
export async function purgeUnconfirmedVisitors(tx: TenantTransaction): Promise<number> {
  const since = sql`greatest(${visitors.createdAt}, ${visitors.codeExpiresAt})`
  const removed = await tx.q
    .delete(visitors)
    .where(
      and(
        eq(visitors.tenantId, tx.tenantId),
        isNull(visitors.confirmedAt),
        sql`${since} < now() - ${unconfirmedDays} * interval '1 day'`,
      ),
    )
    .returning({ id: visitors.id })
  return removed.length
}
