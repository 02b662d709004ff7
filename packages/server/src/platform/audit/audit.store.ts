import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../db/database.ts'
import { auditEntries } from '../db/schema/audit.ts'
import type { KeyIdentity, UserIdentity } from '../http/caller.ts'
import { auditHash, chainStart } from './audit-hash.ts'

/** The actor: a signed-in caller, or the operator at the command line. */
export interface Actor {
  readonly userId: string | null
  readonly name: string
  readonly correlationId: string
}

/** The caller's name in the audit trail: an API key by its name, never as the person who created it. */
export function actorOf(caller: UserIdentity | KeyIdentity, correlationId: string): Actor {
  if (caller.kind === 'key') return { userId: null, name: `API key ${caller.keyName}`, correlationId }
  return { userId: caller.userId, name: caller.displayName, correlationId }
}

/** The operator at the installation's command line. */
export const operator: Actor = { userId: null, name: 'operator', correlationId: '' }

export interface AuditRecord {
  /** The action, as in `user.disable`. */
  readonly action: string
  readonly entityType: string
  readonly entityId: string
  readonly entityName: string
  /** The changed fields, before and after; null for no value. */
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

export type AuditEntry = typeof auditEntries.$inferSelect

/**
 * Adds an entry in the transaction of the change: both are committed or neither. Entries of a tenant are serialised, so
 * call this last in the transaction.
 */
export async function recordAudit(tx: TenantTransaction, actor: Actor, record: AuditRecord): Promise<void> {
  await tx.q.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`audit:${tx.tenantId}`}, 0))`)
  const last = await auditHead(tx)
  const entry = {
    tenantId: tx.tenantId,
    number: (last?.number ?? 0) + 1,
    at: new Date(),
    actorId: actor.userId,
    actorName: actor.name,
    correlationId: actor.correlationId,
    ...record,
    before: plain(record.before),
    after: plain(record.after),
    previousHash: last?.hash ?? chainStart,
  }
  await tx.q.insert(auditEntries).values({ ...entry, hash: auditHash(entry) })
}

/**
 * Whether a person is a supervisor, or was one according to the trail: losing the group must not open a way into an
 * account.
 */
export async function hasBeenSupervisor(
  tx: TenantTransaction,
  user: { readonly id: string; readonly groups: readonly string[] },
): Promise<boolean> {
  if (user.groups.some((label) => label.startsWith('supervisor:'))) return true
  const rows = await tx.q
    .select({ number: auditEntries.number })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.tenantId, tx.tenantId),
        eq(auditEntries.entityType, 'user'),
        eq(auditEntries.entityId, user.id),
        sql`jsonb_path_exists(${auditEntries.before}, '$.groups[*] ? (@ starts with "supervisor:")')`,
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** As read back from the database: without undefined fields, dates as text. */
function plain(fields: AuditRecord['before']): Record<string, unknown> | null {
  return fields === null ? null : (JSON.parse(JSON.stringify(fields)) as Record<string, unknown>)
}

/** Number and hash of the newest entry. A copy kept elsewhere reveals whether the end was cut off later. */
export async function auditHead(tx: TenantTransaction): Promise<{ number: number; hash: string } | undefined> {
  const rows = await tx.q
    .select({ number: auditEntries.number, hash: auditEntries.hash })
    .from(auditEntries)
    .where(eq(auditEntries.tenantId, tx.tenantId))
    .orderBy(desc(auditEntries.number))
    .limit(1)
  return rows[0]
}

export async function listAudit(
  tx: TenantTransaction,
  wanted: { filters: readonly SQL[]; order: SQL; page: number; pageSize: number },
): Promise<{ items: AuditEntry[]; count: number }> {
  const matching = and(eq(auditEntries.tenantId, tx.tenantId), ...wanted.filters)
  const items = await tx.q
    .select()
    .from(auditEntries)
    .where(matching)
    .orderBy(wanted.order, desc(auditEntries.number))
    .limit(wanted.pageSize)
    .offset((wanted.page - 1) * wanted.pageSize)
  return { items, count: await tx.q.$count(auditEntries, matching) }
}

/** Entries in order, after a number; for reading all of them in parts. */
export function auditAfter(
  tx: TenantTransaction,
  number: number,
  limit: number,
  filters: readonly SQL[] = [],
): Promise<AuditEntry[]> {
  return tx.q
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.tenantId, tx.tenantId), gt(auditEntries.number, number), ...filters))
    .orderBy(asc(auditEntries.number))
    .limit(limit)
}
