import { holdLock, PEOPLE_LOCK } from '../../platform/db/advisory-locks.ts'
import type { Database } from '../../platform/db/database.ts'
import { readSystemValue, writeSystemValue } from '../../platform/db/system-values.store.ts'
import { newOneTimePassword, type Passwords } from '../../platform/identity/passwords.ts'
import { findTenantByName } from '../../platform/identity/tenants.store.ts'
import { findUserByEmail, insertUser } from '../../platform/identity/users.store.ts'
import { insertTenant } from '../tenants/tenant.store.ts'

/** A person created at the first start. The password is shown once and valid for one sign-in. */
export interface SeededPerson {
  readonly tenant: string
  readonly email: string
  readonly groups: readonly string[]
  readonly oneTimePassword: string
}

const seededName = 'people.seeded'

/**
 * Creates the first tenant and its two people, once in the life of an installation. If a start dies half way, the next
 * one continues; afterwards nothing is created again, even if the tenant or people were deleted.
 */
export async function seedPeople(db: Database, passwords: Passwords, tenantName: string): Promise<SeededPerson[]> {
  return db.inSystem(async (lock) => {
    await holdLock(lock, PEOPLE_LOCK)
    if ((await readSystemValue(lock, seededName)) !== undefined) return []
    const tenantId = await db.inSystem(async (tx) => {
      const made = await insertTenant(tx, tenantName)
      return made ?? (await findTenantByName(tx, tenantName))?.id
    })
    if (tenantId === undefined) throw new Error(`The tenant ${tenantName} could not be made`)

    const seeded: SeededPerson[] = []
    for (const { name, fullName, groups } of firstPeople) {
      const email = emailOf(name, tenantName)
      const oneTimePassword = newOneTimePassword()
      const oneTimePasswordHash = await passwords.hash(oneTimePassword)
      const isNew = await db.inTenant(tenantId, async (tx) => {
        if (await findUserByEmail(tx, email)) return false
        await insertUser(tx, { email, fullName, groups, oneTimePasswordHash })
        return true
      })
      if (isNew) seeded.push({ tenant: tenantName, email, groups, oneTimePassword })
    }
    await writeSystemValue(lock, seededName, { version: 1, tenant: tenantName })
    return seeded
  })
}

const firstPeople = [
  { name: 'supervisor', fullName: 'Sam Supervisor', groups: ['supervisor:pf'] },
  { name: 'user', fullName: 'Uma User', groups: ['user:pf.forms'] },
] as const

/** Mail address of a tenant's first supervisor, and the group of its first user. */
export function seededPeople(tenantName: string): { supervisor: string; userGroup: string } {
  return { supervisor: emailOf(firstPeople[0].name, tenantName), userGroup: firstPeople[1].groups[0] }
}

/** Instructions for the first sign-in, for the operator who starts the server; empty once somebody has signed in. */
export async function firstSteps(db: Database, passwords: Passwords, tenantName: string): Promise<string[]> {
  const people = await seedPeople(db, passwords, tenantName)
  if (people.length === 0) return lostPasswordHint(db, tenantName)
  const width = Math.max(...people.map(({ email }) => email.length))
  return [
    'One-time passwords for the first sign-in (shown only now):',
    ...people.map(
      ({ email, oneTimePassword, groups }) => `  ${email.padEnd(width)}  ${oneTimePassword}  (${groups.join(', ')})`,
    ),
  ]
}

/** The output of the first start may be lost; a restart never replaces a password that still works. */
async function lostPasswordHint(db: Database, tenantName: string): Promise<string[]> {
  const tenant = await db.inSystem((tx) => findTenantByName(tx, tenantName))
  if (!tenant) return []
  const email = emailOf(firstPeople[0].name, tenantName)
  const supervisor = await db.inTenant(tenant.id, (tx) => findUserByEmail(tx, email))
  if (!supervisor || supervisor.lastSignInAt !== null) return []
  return [
    `Nobody has signed in as ${email} yet. For a new one-time password: npm run admin -- user reset-password ${email}`,
  ]
}

function emailOf(name: string, tenantName: string): string {
  return `${name}@${tenantName.toLowerCase()}.test`
}
