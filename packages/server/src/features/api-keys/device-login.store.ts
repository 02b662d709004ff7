import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { SystemTransaction } from '../../platform/db/database.ts'
import { deviceLogins } from '../../platform/db/schema/device-logins.ts'

export type StoredDeviceLogin = typeof deviceLogins.$inferSelect

const isOpen = sql`${deviceLogins.expiresAt} > now()`

/** Throws a unique violation when the code is taken. */
export async function insertDeviceLogin(
  tx: SystemTransaction,
  login: Pick<StoredDeviceLogin, 'deviceHash' | 'userCode' | 'machine' | 'address' | 'expiresAt'>,
): Promise<void> {
  await tx.q.delete(deviceLogins).where(sql`${deviceLogins.expiresAt} <= now()`)
  await tx.q.insert(deviceLogins).values(login)
}

export async function findByUserCode(tx: SystemTransaction, code: string): Promise<StoredDeviceLogin | undefined> {
  const [found] = await tx.q
    .select()
    .from(deviceLogins)
    .where(and(eq(deviceLogins.userCode, code), isOpen))
  return found
}

/** Undefined if somebody has already decided, or the code has expired. */
export async function decide(
  tx: SystemTransaction,
  code: string,
  decision: Pick<StoredDeviceLogin, 'state' | 'confirmedIn' | 'confirmedBy' | 'confirmedGroups'>,
): Promise<StoredDeviceLogin | undefined> {
  const [decided] = await tx.q
    .update(deviceLogins)
    .set(decision)
    .where(and(eq(deviceLogins.userCode, code), eq(deviceLogins.state, 'pending'), isOpen))
    .returning()
  return decided
}

/** Records a poll of a command line; undefined if it is unknown, expired, or polled less than this many seconds ago. */
export async function noteQuestion(
  tx: SystemTransaction,
  deviceHash: string,
  seconds: number,
): Promise<StoredDeviceLogin | undefined> {
  const [found] = await tx.q
    .update(deviceLogins)
    .set({ askedAt: sql`clock_timestamp()` })
    .where(
      and(
        eq(deviceLogins.deviceHash, deviceHash),
        isOpen,
        or(
          isNull(deviceLogins.askedAt),
          sql`${deviceLogins.askedAt} <= clock_timestamp() - ${seconds}::int * interval '1 second'`,
        ),
      ),
    )
    .returning()
  return found
}

export async function isKnownDevice(tx: SystemTransaction, deviceHash: string): Promise<boolean> {
  return (await tx.q.$count(deviceLogins, and(eq(deviceLogins.deviceHash, deviceHash), isOpen))) > 0
}

/** A login can be claimed once: false if another request has claimed it. */
export async function removeDeviceLogin(tx: SystemTransaction, deviceHash: string): Promise<boolean> {
  const { rowCount } = await tx.q.delete(deviceLogins).where(eq(deviceLogins.deviceHash, deviceHash))
  return rowCount === 1
}
