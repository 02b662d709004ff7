import { type Actor, hasBeenSupervisor, recordAudit } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/sql-errors.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { announce } from '../../platform/identity/identity-changes.ts'
import { findUser, hasActiveSupervisor, lockPeople, type StoredUser } from '../../platform/identity/users.store.ts'
import { auditedUser } from './user-answer.ts'

export async function existingUser(tx: TenantTransaction, id: string): Promise<StoredUser> {
  const user = await findUser(tx, id)
  if (!user) throw new CallError('USER_NOT_FOUND', 'There is no such user')
  return user
}

/**
 * Changes a person: every process drops its cached identity, the trail records before and after, and the last
 * supervisor cannot be removed.
 */
export async function changeUser(
  tx: TenantTransaction,
  actor: Actor,
  { id, action }: { id: string; action: string },
  change: (user: StoredUser) => Promise<void>,
): Promise<StoredUser> {
  await lockPeople(tx)
  const before = await existingUser(tx, id)
  await change(before)
  const after = await existingUser(tx, id)
  if (!(await hasActiveSupervisor(tx))) {
    throw new CallError('CONFLICT', 'The tenant would be left without an enabled supervisor')
  }
  await announce(tx, { kind: 'user', tenantId: tx.tenantId, userId: id })
  await recordAudit(tx, actor, {
    action,
    entityType: 'user',
    entityId: id,
    entityName: after.fullName,
    before: auditedUser(before),
    after: auditedUser(after),
  })
  return after
}

/** The database decides whether an address is free; its error becomes the answer. */
export async function withFreeEmail<T>(email: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error, 'users_email')) throw error
    const message = `There is already a user with the address ${email}`
    throw new CallError('USER_ALREADY_EXISTS', message, [{ field: 'body.email', message }])
  }
}

/** Only superusers may change superusers: a new address would give access to the account. */
export function refuseAbove(caller: { readonly isSuperuser: boolean }, user: StoredUser): void {
  if (!user.isSuperuser || caller.isSuperuser) return
  throw new CallError('PERMISSION_DENIED', 'Only a superuser can change a superuser')
}

/**
 * A new address gives access to the account, so only the owner changes the address of a present or former supervisor.
 * An account without a password has no owner yet.
 */
export async function refuseNewAddress(
  tx: TenantTransaction,
  caller: { readonly userId: string },
  user: StoredUser,
): Promise<void> {
  if (user.id === caller.userId || user.passwordHash === null || !(await hasBeenSupervisor(tx, user))) return
  throw new CallError('PERMISSION_DENIED', 'Only they themselves can change the address of a supervisor')
}

/** An external identity provider manages its people: its data would undo any change made here. */
export function refuseExternal(user: StoredUser): void {
  if (user.issuer === null) return
  throw new CallError('CONFLICT', 'This person is managed by an outside identity provider')
}
