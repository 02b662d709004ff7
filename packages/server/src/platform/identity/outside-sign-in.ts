import { createHash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import type { TenantTransaction } from '../db/database.ts'
import { recordAccount } from './account-audit.ts'
import type { Issuer } from './issuers.ts'
import { insertOutsideSession, removeOldSessions } from './sessions.store.ts'
import { recordSignIn, type StoredUser } from './users.store.ts'

/** Origin of the sign-in. */
export interface SignInOrigin {
  readonly address: string
  readonly requestId: string
}

/** A session without a token for this long counts as a new sign-in when it returns. */
const rememberedMs = 30 * 24 * 60 * 60 * 1000

/**
 * Records the first token of an external provider's session in the audit trail. Providers that report neither session
 * nor time of the sign-in are recorded once a day for each person.
 */
export async function noteOutsideSignIn(
  tx: TenantTransaction,
  user: StoredUser,
  { issuer, claims, from }: { issuer: Issuer; claims: JWTPayload; from: SignInOrigin },
): Promise<void> {
  const session = claims['sid'] ?? claims['auth_time'] ?? new Date().toISOString().slice(0, 10)
  const id = createHash('sha256')
    .update(JSON.stringify([issuer.issuer, user.id, session]))
    .digest('hex')
  const expiresAt = new Date(Date.now() + rememberedMs)
  if (!(await insertOutsideSession(tx, { id, userId: user.id, expiresAt }))) return
  await removeOldSessions(tx, user.id)
  await recordSignIn(tx, user.id)
  const { address, requestId } = from
  await recordAccount(tx, user, { action: 'session.signIn', requestId, after: { address, by: [issuer.name] } })
}
