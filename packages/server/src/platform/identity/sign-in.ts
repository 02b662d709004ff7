import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database, TenantTransaction } from '../db/database.ts'
import { networkOf } from '../http/network-of.ts'
import { countAttempt, forgiveAttempt } from './attempts.store.ts'
import { membershipOf } from './group-rules.ts'
import { queueMail } from '../mail/mail.store.ts'
import { recordAccount } from './account-audit.ts'
import { announce } from './identity-changes.ts'
import { factorRemovedMail, passwordChangedMail } from './password-mails.ts'
import { beginFactor, completeFactor, type FactorSetup, takeCode } from './second-factor.ts'
import * as store from './second-factor.store.ts'
import { type PasswordProblem, type Passwords, passwordProblem } from './passwords.ts'
import { removeLinksOf } from './password-links.store.ts'
import { endSessionsOf } from './sessions.store.ts'
import type { TenantDirectory } from './tenant-directory.ts'
import { findUser, findUserByEmail, recordSignIn, setPassword, type StoredUser } from './users.store.ts'

export interface Credentials {
  readonly tenant: string
  readonly email: string
  readonly password: string
  /** IP address of the attempt. */
  readonly address: string
  /** Correlation id of the request, for the audit trail. */
  readonly requestId: string
}

/** The step between the password and being signed in. */
type NextStep = 'code' | 'setUp'

export type SignInResult =
  | { readonly kind: 'signedIn'; readonly tenantId: string; readonly userId: string }
  /** The password was right and a one-time password: a new one must be chosen first. */
  | {
      readonly kind: 'newPasswordNeeded'
      readonly tenantId: string
      readonly userId: string
      readonly email: string
      /** Distinguishes the given password from any later one. */
      readonly proof: string
    }
  /** The password was right: a code of the second factor is required, or its setup. */
  | {
      readonly kind: 'factorNeeded'
      readonly step: NextStep
      readonly tenantId: string
      readonly userId: string
      readonly email: string
      readonly proof: string
    }
  /** Tenant, address or password is wrong; which one is not revealed. */
  | { readonly kind: 'wrong' }
  | { readonly kind: 'disabled' }
  | { readonly kind: 'noGroup' }
  | { readonly kind: 'tooMany'; readonly seconds: number }

/** Failures before waiting begins. An office may share an address. */
const free = { account: 5, address: 30 } as const

export interface SignIn {
  withPassword(credentials: Credentials, log: Logger): Promise<SignInResult>
  /** Replaces a password. Ends all sessions of the user except the one to keep. Returns why a password is refused. */
  changePassword(change: PasswordChange): Promise<PasswordProblem | null>
  /** Replaces the one-time password that `proof` is about; `stale` if it is no longer the user's password. */
  replaceOneTime(change: OneTimeChange): Promise<PasswordProblem | 'stale' | SignInResult>
  /** Continues after the password with a code of the second factor. */
  withCode(attempt: FactorAttempt): Promise<FactorResult>
  /** The setup data of the second factor that the user's groups require; undefined if the proof is stale. */
  factorSetup(holder: FactorHolder): Promise<FactorSetup | undefined>
  /** Activates the second factor with its first code, and signs in. Returns the recovery codes. */
  setUpFactor(
    attempt: FactorAttempt,
  ): Promise<FactorResult | { readonly kind: 'setUp'; readonly recoveryCodes: readonly string[] }>
  /** The same for a signed-in user. */
  confirmFactor(attempt: CodeAttempt): Promise<CodeResult | { kind: 'confirmed'; recoveryCodes: readonly string[] }>
  /** Deactivates the second factor of a signed-in user. */
  removeFactor(attempt: CodeAttempt): Promise<CodeResult | { kind: 'removed' }>
  /** Counts a request that names an account without a password; returns the seconds to wait, or 0. */
  countRequest(request: Pick<Credentials, 'tenant' | 'email' | 'address'>): Promise<number>
  /** Checks the password of a signed-in user, counted like a sign-in. */
  confirmPassword(who: Owner & Pick<Credentials, 'password'>): Promise<'right' | 'wrong' | { seconds: number }>
}

/** The user of a password proof. */
interface FactorHolder extends Owner {
  readonly proof: string
}

interface CodeAttempt extends Owner, Origin {
  readonly code: string
}

type FactorAttempt = CodeAttempt & FactorHolder

type CodeResult = { readonly kind: 'wrong' } | { readonly kind: 'tooMany'; readonly seconds: number }

export type FactorResult = CodeResult | { readonly kind: 'signedIn' } | { readonly kind: 'stale' }

interface Owner {
  readonly tenantId: string
  readonly userId: string
}

/** Origin of a request, as the audit trail records it. */
interface Origin {
  readonly address: string
  readonly requestId: string
}

interface PasswordChange extends Owner, Origin {
  readonly password: string
  /** How the owner authenticated. */
  readonly by: 'password' | 'link'
  readonly current?: string
  readonly keepSession?: string
}

interface OneTimeChange extends Owner, Origin {
  readonly password: string
  readonly proof: string
}

interface Parts {
  readonly db: Database
  readonly passwords: Passwords
  readonly tenants: TenantDirectory
}

export function createSignIn({ db, passwords, tenants }: Parts): SignIn {
  const withPassword: SignIn['withPassword'] = async (credentials, log) => {
    const { tenant: tenantName, email, password, address } = credentials
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
    const result = await db.inTenant(tenant.id, async (tx) => {
      // Another password may have been set while this one was hashed: then that one stays.
      if (better !== undefined) await setPassword(tx, user.id, { hash: better, oneTime: false, replacing: present })
      return afterPassword(tx, user.id, credentials)
    })
    if (result.kind === 'signedIn') log.info(who, 'Signed in')
    return result
  }

  /** Signs in a user who gave their password, unless they have or need a second factor. */
  async function afterPassword(tx: TenantTransaction, userId: string, origin: Origin): Promise<SignInResult> {
    const user = await findUser(tx, userId)
    if (!user) throw new Error('Nobody cannot sign in')
    const who = { tenantId: tx.tenantId, userId }
    const step = await nextStepOf(tx, user)
    if (step !== undefined) {
      return { kind: 'factorNeeded', step, ...who, email: user.email, proof: proofOf(step, user) }
    }
    await noteSignIn(tx, user, origin, ['password'])
    return { kind: 'signedIn', ...who }
  }

  async function nextStepOf(tx: TenantTransaction, user: StoredUser): Promise<NextStep | undefined> {
    if ((await store.findFactor(tx, user.id))?.isConfirmed) return 'code'
    const { groups } = membershipOf(user.groups)
    return (await store.groupsRequireFactor(tx, groups)) ? 'setUp' : undefined
  }

  async function noteSignIn(
    tx: TenantTransaction,
    user: StoredUser,
    { address, requestId }: Origin,
    by: readonly string[],
  ): Promise<void> {
    await recordSignIn(tx, user.id)
    await recordAccount(tx, user, { action: 'session.signIn', requestId, after: { address, by } })
  }

  /** The account of a password proof, while the password and the next step are unchanged. */
  async function holderOf(
    tx: TenantTransaction,
    { userId, proof }: FactorHolder,
    step: NextStep,
  ): Promise<StoredUser | undefined> {
    const user = await findUser(tx, userId)
    if (!user?.isActive || proofOf(step, user) !== proof) return undefined
    return (await nextStepOf(tx, user)) === step ? user : undefined
  }

  const countCode = (tenantId: string, userId: string) =>
    db.inSystem((tx) => countAttempt(tx, [{ key: keyOf('code', tenantId, userId), free: free.account }]))
  const forgiveCode = (tenantId: string, userId: string) =>
    db.inSystem((tx) => forgiveAttempt(tx, keyOf('code', tenantId, userId)))

  const withCode: SignIn['withCode'] = async (attempt) => {
    const { tenantId, userId, code } = attempt
    const seconds = await countCode(tenantId, userId)
    if (seconds > 0) return { kind: 'tooMany', seconds }
    const kind = await db.inTenant(tenantId, async (tx) => {
      const user = await holderOf(tx, attempt, 'code')
      if (!user) return 'stale'
      const by = await takeCode(tx, userId, code)
      if (by === undefined) return 'wrong'
      await noteSignIn(tx, user, attempt, ['password', by === 'app' ? 'code' : 'recovery code'])
      return 'signedIn'
    })
    if (kind === 'signedIn') await forgiveCode(tenantId, userId)
    return { kind }
  }

  const factorSetup: SignIn['factorSetup'] = (holder) =>
    db.inTenant(holder.tenantId, async (tx) => {
      const user = await holderOf(tx, holder, 'setUp')
      return user && beginFactor(tx, user, { anew: false })
    })

  const setUpFactor: SignIn['setUpFactor'] = async (attempt) => {
    const { tenantId, userId, code } = attempt
    const seconds = await countCode(tenantId, userId)
    if (seconds > 0) return { kind: 'tooMany', seconds }
    const result = await db.inTenant(tenantId, async (tx) => {
      const user = await holderOf(tx, attempt, 'setUp')
      if (!user) return { kind: 'stale' } as const
      const recoveryCodes = await completeFactor(tx, userId, code)
      if (recoveryCodes === 'wrong') return { kind: 'wrong' } as const
      await recordAccount(tx, user, { action: 'user.addSecondFactor', requestId: attempt.requestId, after: null })
      await noteSignIn(tx, user, attempt, ['password', 'code'])
      return { kind: 'setUp', recoveryCodes } as const
    })
    if (result.kind === 'setUp') await forgiveCode(tenantId, userId)
    return result
  }

  const confirmFactor: SignIn['confirmFactor'] = async ({ tenantId, userId, code, requestId }) => {
    const seconds = await countCode(tenantId, userId)
    if (seconds > 0) return { kind: 'tooMany', seconds }
    const user = await userOf(tenantId, userId)
    const recoveryCodes = await db.inTenant(tenantId, async (tx) => {
      const codes = await completeFactor(tx, userId, code)
      if (codes === 'wrong') return undefined
      await recordAccount(tx, user, { action: 'user.addSecondFactor', requestId, after: null })
      return codes
    })
    if (recoveryCodes === undefined) return { kind: 'wrong' }
    await forgiveCode(tenantId, userId)
    return { kind: 'confirmed', recoveryCodes }
  }

  const removeFactor: SignIn['removeFactor'] = async ({ tenantId, userId, code, requestId }) => {
    const seconds = await countCode(tenantId, userId)
    if (seconds > 0) return { kind: 'tooMany', seconds }
    const user = await userOf(tenantId, userId)
    const removed = await db.inTenant(tenantId, async (tx) => {
      if ((await takeCode(tx, userId, code)) === undefined) return false
      await store.removeFactor(tx, userId)
      await queueMail(tx, factorRemovedMail(user, user.fullName))
      await recordAccount(tx, user, { action: 'user.removeSecondFactor', requestId, after: null })
      return true
    })
    if (!removed) return { kind: 'wrong' }
    await forgiveCode(tenantId, userId)
    return { kind: 'removed' }
  }

  const changePassword: SignIn['changePassword'] = async (change) => {
    const { tenantId, userId, password, current, keepSession, address, requestId, by } = change
    const user = await userOf(tenantId, userId)
    const problem = await problemOf(user, password, current)
    if (problem) return problem
    const hash = await passwords.hash(password)
    await db.inTenant(tenantId, async (tx) => {
      await setPassword(tx, userId, { hash, oneTime: false })
      await afterChange(tx, userId, keepSession)
      // The owner needs no notice of a first password, which they have just chosen with the invitation.
      if (user.passwordHash !== null) await queueMail(tx, passwordChangedMail(user, address))
      await recordAccount(tx, user, { action: 'user.changePassword', requestId, after: { address, by } })
    })
    return null
  }

  const replaceOneTime: SignIn['replaceOneTime'] = async (change) => {
    const { tenantId, userId, password, proof } = change
    const user = await userOf(tenantId, userId)
    const present = user.passwordHash ?? ''
    if (!user.isActive || !user.passwordIsOneTime || keyOf('proof', present) !== proof) return 'stale'
    const problem = await problemOf(user, password)
    if (problem) return problem
    const hash = await passwords.hash(password)
    return db.inTenant(tenantId, async (tx) => {
      if (!(await setPassword(tx, userId, { hash, oneTime: false, replacing: present }))) return 'stale'
      await afterChange(tx, userId)
      const { address, requestId } = change
      const after = { address, by: 'one-time password' }
      await recordAccount(tx, user, { action: 'user.changePassword', requestId, after })
      return afterPassword(tx, userId, change)
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

  return {
    withPassword,
    changePassword,
    replaceOneTime,
    withCode,
    factorSetup,
    setUpFactor,
    confirmFactor,
    removeFactor,
    countRequest,
    confirmPassword,
  }
}

/** Proves that a user gave the current password of an account, for one specific next step. */
function proofOf(step: NextStep, user: StoredUser): string {
  return keyOf(step, user.passwordHash ?? '')
}

function keyOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
