import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database, TenantTransaction } from '../db/database.ts'
import { networkOf } from '../http/network-of.ts'
import { countAttempt, forgiveAttempt } from './attempts.store.ts'
import { membershipOf } from './group-rules.ts'
import { announce } from './identity-changes.ts'
import { type PasswordProblem, type Passwords, passwordProblem } from './passwords.ts'
import { removeLinksOf } from './password-links.store.ts'
import { endSessionsOf } from './sessions.store.ts'
import type { TenantDirectory } from './tenant-directory.ts'
import { findUser, findUserByEmail, recordSignIn, setPassword, type StoredUser } from './users.store.ts'

export interface Credentials {
  readonly tenant: string
  readonly email: string
  readonly password: string
  /** Where the attempt comes from. */
  readonly address: string
}

export type SignInResult =
  | { readonly kind: 'signedIn'; readonly tenantId: string; readonly userId: string }
  /** The password was right and good for once: a new one must be chosen before anything else. */
  | {
      readonly kind: 'newPasswordNeeded'
      readonly tenantId: string
      readonly userId: string
      readonly email: string
      /** Tells the password that was given from any that comes after it. */
      readonly proof: string
    }
  /** Tenant, address or password is wrong; which one is not said. */
  | { readonly kind: 'wrong' }
  | { readonly kind: 'disabled' }
  | { readonly kind: 'noGroup' }
  | { readonly kind: 'tooMany'; readonly seconds: number }

/** Failures that are free before waiting begins. An address may be shared by an office. */
const free = { account: 5, address: 30 } as const

export interface SignIn {
  withPassword(credentials: Credentials, log: Logger): Promise<SignInResult>
  /** Replaces a password. Ends all sessions of the user but the one to keep. Answers why a password is refused. */
  changePassword(change: PasswordChange): Promise<PasswordProblem | null>
  /** Replaces the one-time password that `proof` is about; `stale` when it is no longer the password of the user. */
  replaceOneTime(change: OneTimeChange): Promise<PasswordProblem | 'stale' | null>
  /** Counts a request that names an account without a password; answers how many seconds to wait, or 0. */
  countRequest(request: Pick<Credentials, 'tenant' | 'email' | 'address'>): Promise<number>
  /** Checks a password of somebody who is signed in, counted like a sign-in. */
  confirmPassword(who: Owner & Pick<Credentials, 'password'>): Promise<'right' | 'wrong' | { seconds: number }>
}

interface Owner {
  readonly tenantId: string
  readonly userId: string
}

interface PasswordChange extends Owner {
  readonly password: string
  readonly current?: string
  readonly keepSession?: string
}

interface OneTimeChange extends Owner {
  readonly password: string
  readonly proof: string
}

interface Parts {
  readonly db: Database
  readonly passwords: Passwords
  readonly tenants: TenantDirectory
}

export function createSignIn({ db, passwords, tenants }: Parts): SignIn {
  const withPassword: SignIn['withPassword'] = async ({ tenant: tenantName, email, password, address }, log) => {
    const account = keyOf('account', tenantName.trim().toLowerCase(), email.trim().toLowerCase())
    const place = keyOf('address', networkOf(address))
    const seconds = await db.inSystem((tx) =>
      countAttempt(tx, [
        { key: account, free: free.account },
        { key: place, free: free.address },
      ]),
    )
    if (seconds > 0) {
      log.warn({ seconds }, 'Sign-in refused: too many attempts')
      return { kind: 'tooMany', seconds }
    }

    const tenant = await tenants.byName(tenantName.trim())
    const user = tenant && (await db.inTenant(tenant.id, (tx) => findUserByEmail(tx, email)))
    const { ok, outdated } = await passwords.verify(password, user?.passwordHash ?? null)
    if (!ok || !user) {
      log.warn({ tenant: tenant?.name }, 'Sign-in refused: wrong tenant, address or password')
      return { kind: 'wrong' }
    }
    await db.inSystem((tx) => forgiveAttempt(tx, account, place))

    const who = { tenantId: tenant.id, userId: user.id }
    if (!user.isActive) {
      log.warn(who, 'Sign-in refused: the user is disabled')
      return { kind: 'disabled' }
    }
    if (membershipOf(user.groups).role === null) {
      log.warn(who, 'Sign-in refused: the user has no valid group')
      return { kind: 'noGroup' }
    }
    const present = user.passwordHash ?? ''
    if (user.passwordIsOneTime) {
      return { kind: 'newPasswordNeeded', ...who, email: user.email, proof: keyOf('proof', present) }
    }

    const better = outdated ? await passwords.hash(password) : undefined
    await db.inTenant(tenant.id, async (tx) => {
      // Somebody may have set another password while this one was hashed: then it stays.
      if (better !== undefined) await setPassword(tx, user.id, { hash: better, oneTime: false, replacing: present })
      await recordSignIn(tx, user.id)
    })
    log.info(who, 'Signed in')
    return { kind: 'signedIn', ...who }
  }

  const changePassword: SignIn['changePassword'] = async ({ tenantId, userId, password, current, keepSession }) => {
    const user = await userOf(tenantId, userId)
    const problem = await problemOf(user, password, current)
    if (problem) return problem
    const hash = await passwords.hash(password)
    await db.inTenant(tenantId, async (tx) => {
      await setPassword(tx, userId, { hash, oneTime: false })
      await afterChange(tx, userId, keepSession)
    })
    return null
  }

  const replaceOneTime: SignIn['replaceOneTime'] = async ({ tenantId, userId, password, proof }) => {
    const user = await userOf(tenantId, userId)
    const present = user.passwordHash ?? ''
    if (!user.isActive || !user.passwordIsOneTime || keyOf('proof', present) !== proof) return 'stale'
    const problem = await problemOf(user, password)
    if (problem) return problem
    const hash = await passwords.hash(password)
    return db.inTenant(tenantId, async (tx) => {
      if (!(await setPassword(tx, userId, { hash, oneTime: false, replacing: present }))) return 'stale'
      await afterChange(tx, userId)
      await recordSignIn(tx, userId)
      return null
    })
  }

  async function userOf(tenantId: string, userId: string): Promise<StoredUser> {
    const user = await db.inTenant(tenantId, (tx) => findUser(tx, userId))
    if (!user) throw new Error('The password of nobody cannot be changed')
    return user
  }

  async function problemOf(user: StoredUser, password: string, current?: string): Promise<PasswordProblem | null> {
    const problem = passwordProblem(password, { email: user.email, ...(current === undefined ? {} : { current }) })
    if (problem) return problem
    const isSame = user.passwordHash !== null && (await passwords.verify(password, user.passwordHash)).ok
    return isSame ? 'unchanged' : null
  }

  async function afterChange(tx: TenantTransaction, userId: string, keepSession?: string): Promise<void> {
    await removeLinksOf(tx, userId)
    await endSessionsOf(tx, userId, keepSession)
    await announce(tx, { kind: 'user', tenantId: tx.tenantId, userId })
  }

  const countRequest: SignIn['countRequest'] = ({ tenant, email, address }) =>
    db.inSystem((tx) =>
      countAttempt(tx, [
        { key: keyOf('request', tenant.toLowerCase(), email.toLowerCase()), free: free.account },
        { key: keyOf('request', networkOf(address)), free: free.address },
      ]),
    )

  const confirmPassword: SignIn['confirmPassword'] = async ({ tenantId, userId, password }) => {
    const account = keyOf('confirm', tenantId, userId)
    const seconds = await db.inSystem((tx) => countAttempt(tx, [{ key: account, free: free.account }]))
    if (seconds > 0) return { seconds }
    const user = await db.inTenant(tenantId, (tx) => findUser(tx, userId))
    const { ok } = await passwords.verify(password, user?.passwordHash ?? null)
    if (!ok) return 'wrong'
    await db.inSystem((tx) => forgiveAttempt(tx, account))
    return 'right'
  }

  return { withPassword, changePassword, replaceOneTime, countRequest, confirmPassword }
}

function keyOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
