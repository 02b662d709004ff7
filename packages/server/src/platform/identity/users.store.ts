import { and, eq, inArray, like, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import { userGroupMembers, userGroups, users } from '../db/schema/users.ts'

export interface StoredUser {
  readonly id: string
  readonly email: string
  readonly username: string
  readonly fullName: string
  readonly position: string
  readonly isActive: boolean
  readonly isSuperuser: boolean
  readonly passwordHash: string | null
  readonly passwordIsOneTime: boolean
  readonly issuer: string | null
  readonly lastSignInAt: Date | null
  readonly groups: readonly string[]
}

const groupsOfUser = sql<string[]>`coalesce(
  (SELECT array_agg(m.label ORDER BY m.label) FROM user_group_members m
   WHERE m.tenant_id = ${users.tenantId} AND m.user_id = ${users.id}), '{}')`

const columns = {
  id: users.id,
  email: users.email,
  username: users.username,
  fullName: users.fullName,
  position: users.position,
  isActive: users.isActive,
  isSuperuser: users.isSuperuser,
  passwordHash: users.passwordHash,
  passwordIsOneTime: users.passwordIsOneTime,
  issuer: users.issuer,
  lastSignInAt: users.lastSignInAt,
  groups: groupsOfUser,
}

export async function findUser(tx: TenantTransaction, id: string): Promise<StoredUser | undefined> {
  const rows = await tx.q
    .select(columns)
    .from(users)
    .where(and(eq(users.tenantId, tx.tenantId), eq(users.id, id)))
  return rows[0]
}

/** A user who signs in here, by case-insensitive email address. */
export async function findUserByEmail(tx: TenantTransaction, email: string): Promise<StoredUser | undefined> {
  const rows = await tx.q
    .select(columns)
    .from(users)
    .where(
      and(
        eq(users.tenantId, tx.tenantId),
        sql`name_key(${users.email}) = name_key(${email.trim()})`,
        sql`${users.issuer} IS NULL`,
      ),
    )
  return rows[0]
}

export interface UserPage {
  readonly page: number
  readonly pageSize: number
  readonly order: SQL
  readonly filters: readonly SQL[]
}

export async function listUsers(
  tx: TenantTransaction,
  { page, pageSize, order, filters }: UserPage,
): Promise<{ items: StoredUser[]; count: number }> {
  const matching = and(eq(users.tenantId, tx.tenantId), ...filters)
  const items = await tx.q
    .select(columns)
    .from(users)
    .where(matching)
    .orderBy(order, users.id)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { items, count: await tx.q.$count(users, matching) }
}

/** The groups of the tenant, with their number of people. */
export async function listGroups(tx: TenantTransaction): Promise<{ label: string; members: number }[]> {
  return tx.q
    .select({ label: userGroups.label, members: sql<number>`count(${userGroupMembers.userId})::int` })
    .from(userGroups)
    .leftJoin(
      userGroupMembers,
      and(eq(userGroupMembers.tenantId, userGroups.tenantId), eq(userGroupMembers.label, userGroups.label)),
    )
    .where(eq(userGroups.tenantId, tx.tenantId))
    .groupBy(userGroups.label)
    .orderBy(userGroups.label)
}

/** Whether anybody can still administrate: an enabled supervisor who signs in here or elsewhere. */
export async function hasActiveSupervisor(tx: TenantTransaction): Promise<boolean> {
  const rows = await tx.q
    .select({ id: users.id })
    .from(users)
    .innerJoin(
      userGroupMembers,
      and(eq(userGroupMembers.tenantId, users.tenantId), eq(userGroupMembers.userId, users.id)),
    )
    .where(and(eq(users.tenantId, tx.tenantId), eq(users.isActive, true), like(userGroupMembers.label, 'supervisor:%')))
    .limit(1)
  return rows.length > 0
}

/** Changes of users are serialised, so that two of them cannot remove the last supervisor together. */
export async function lockPeople(tx: TenantTransaction): Promise<void> {
  await tx.q.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`people:${tx.tenantId}`}, 0))`)
}

export interface UserChanges {
  readonly email?: string
  readonly fullName?: string
  readonly position?: string
}

/** Throws a unique violation of `users_email` if the address is taken. */
export async function updateUser(tx: TenantTransaction, id: string, changes: UserChanges): Promise<void> {
  const username = changes.email === undefined ? {} : { username: changes.email }
  await tx.q
    .update(users)
    .set({ ...changes, ...username, updatedAt: sql`now()` })
    .where(and(eq(users.tenantId, tx.tenantId), eq(users.id, id)))
}

export interface NewUser {
  readonly email: string
  readonly fullName: string
  readonly position?: string
  readonly groups: readonly string[]
  /** Hash of a one-time password. */
  readonly oneTimePasswordHash: string | null
}

/** Adds a user who signs in here. Throws a unique violation of `users_email` if the address is taken. */
export async function insertUser(tx: TenantTransaction, user: NewUser): Promise<string> {
  const id = newId()
  await tx.q.insert(users).values({
    tenantId: tx.tenantId,
    id,
    email: user.email.trim(),
    username: user.email.trim(),
    fullName: user.fullName,
    position: user.position ?? '',
    passwordHash: user.oneTimePasswordHash,
    passwordIsOneTime: user.oneTimePasswordHash !== null,
  })
  await setGroups(tx, id, user.groups)
  return id
}

export async function setGroups(tx: TenantTransaction, userId: string, labels: readonly string[]): Promise<void> {
  const rows = labels.map((label) => ({ tenantId: tx.tenantId, label }))
  if (rows.length > 0) await tx.q.insert(userGroups).values(rows).onConflictDoNothing()
  const mine = and(eq(userGroupMembers.tenantId, tx.tenantId), eq(userGroupMembers.userId, userId))
  const stay = labels.length > 0 ? sql`NOT ${inArray(userGroupMembers.label, [...labels])}` : sql`true`
  await tx.q.delete(userGroupMembers).where(and(mine, stay))
  if (rows.length > 0) {
    await tx.q
      .insert(userGroupMembers)
      .values(labels.map((label) => ({ tenantId: tx.tenantId, userId, label })))
      .onConflictDoNothing()
  }
}

export interface OutsideUser {
  readonly issuer: string
  readonly subject: string
  readonly email: string
  readonly username: string
  readonly fullName: string
}

/** The row of a user of an external provider, created at the first visit and kept up to date. */
export async function recordOutsideUser(tx: TenantTransaction, person: OutsideUser): Promise<StoredUser> {
  const { issuer, subject, email, username, fullName } = person
  const known = { email, username, fullName }
  await tx.q
    .insert(users)
    .values({ tenantId: tx.tenantId, id: newId(), issuer, subject, ...known })
    .onConflictDoUpdate({
      target: [users.tenantId, users.issuer, users.subject],
      targetWhere: sql`issuer IS NOT NULL`,
      set: { ...known, updatedAt: sql`now()` },
      setWhere: sql`(${users.email}, ${users.username}, ${users.fullName}) IS DISTINCT FROM (${email}, ${username}, ${fullName})`,
    })
  const rows = await tx.q
    .select(columns)
    .from(users)
    .where(and(eq(users.tenantId, tx.tenantId), eq(users.issuer, issuer), eq(users.subject, subject)))
  const row = rows[0]
  if (!row) throw new Error('A user that was just recorded is not there')
  return row
}

/** Sets a password; with `replacing`, only if that is still the current one. Returns whether it was set. */
export async function setPassword(
  tx: TenantTransaction,
  userId: string,
  password: { hash: string; oneTime: boolean; replacing?: string },
): Promise<boolean> {
  const { hash, oneTime, replacing } = password
  const rows = await tx.q
    .update(users)
    .set({ passwordHash: hash, passwordIsOneTime: oneTime, updatedAt: sql`now()` })
    .where(
      and(
        eq(users.tenantId, tx.tenantId),
        eq(users.id, userId),
        replacing === undefined ? undefined : eq(users.passwordHash, replacing),
      ),
    )
    .returning({ id: users.id })
  return rows.length > 0
}

export async function recordSignIn(tx: TenantTransaction, userId: string): Promise<void> {
  await tx.q
    .update(users)
    .set({ lastSignInAt: sql`now()` })
    .where(and(eq(users.tenantId, tx.tenantId), eq(users.id, userId)))
}

export async function setSuperuser(tx: TenantTransaction, userId: string, isSuperuser: boolean): Promise<void> {
  await tx.q
    .update(users)
    .set({ isSuperuser, updatedAt: sql`now()` })
    .where(and(eq(users.tenantId, tx.tenantId), eq(users.id, userId)))
}

/** Enables or disables a user; false if the id is unknown. */
export async function setActive(tx: TenantTransaction, userId: string, isActive: boolean): Promise<boolean> {
  const rows = await tx.q
    .update(users)
    .set({ isActive, updatedAt: sql`now()` })
    .where(and(eq(users.tenantId, tx.tenantId), eq(users.id, userId)))
    .returning({ id: users.id })
  return rows.length > 0
}
