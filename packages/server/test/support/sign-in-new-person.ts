import { randomUUID } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'
import type { Database } from '../../src/platform/db/database.ts'
import { newId } from '../../src/platform/db/new-id.ts'
import { tenants } from '../../src/platform/db/schema/tenants.ts'
import { webClientId } from '../../src/platform/identity/issuers.ts'
import { sessionClaim } from '../../src/platform/identity/provider/provider.ts'
import { loadProviderKeys } from '../../src/platform/identity/provider/provider-keys.ts'
import { insertSession } from '../../src/platform/identity/sessions.store.ts'
import { formatSubject } from '../../src/platform/identity/subject.ts'
import { insertUser } from '../../src/platform/identity/users.store.ts'

export interface NewPersonOptions {
  readonly groups?: readonly string[]
  /** An existing tenant; without it the person gets a new one. */
  readonly tenant?: { readonly tenantId: string; readonly tenantName: string }
}

/** A signed-in person, and their authorisation headers. */
export interface NewPerson {
  readonly tenantId: string
  readonly tenantName: string
  readonly userId: string
  readonly email: string
  readonly headers: { readonly authorization: string }
}

interface SigningKey {
  readonly kid: string
  readonly key: Awaited<ReturnType<typeof importJWK>>
}

/** Read and imported once for a database, since tests sign in thousands of people. A server takes older keys, too. */
const signingKeys = new WeakMap<Database, Promise<SigningKey>>()

function signingKeyOf(db: Database): Promise<SigningKey> {
  const known = signingKeys.get(db) ?? readSigningKey(db)
  signingKeys.set(db, known)
  return known
}

async function readSigningKey(db: Database): Promise<SigningKey> {
  const [jwk] = (await loadProviderKeys(db)).signing
  if (jwk?.kid === undefined) throw new Error('There is no signing key')
  return { kid: jwk.kid, key: await importJWK(jwk, 'RS256') }
}

/** Creates a user with an open session and a token signed as the embedded provider signs them. */
export async function signInNewPerson(
  db: Database,
  origin: string,
  options: NewPersonOptions = {},
): Promise<NewPerson> {
  const tenantName = options.tenant?.tenantName ?? `t-${randomUUID()}`
  const tenantId = options.tenant?.tenantId ?? newId()
  if (options.tenant === undefined) {
    await db.inSystem(async (tx) => tx.q.insert(tenants).values({ id: tenantId, name: tenantName }))
  }
  const sessionId = randomUUID()
  const email = `${randomUUID()}@example.test`
  const expiresAt = new Date(Date.now() + 3_600_000)
  const userId = await db.inTenant(tenantId, async (tx) => {
    const groups = options.groups ?? ['user:pf.forms']
    const id = await insertUser(tx, { email, fullName: 'Test Person', groups, oneTimePasswordHash: null })
    await insertSession(tx, { id: sessionId, userId: id, expiresAt })
    return id
  })
  const { kid, key } = await signingKeyOf(db)
  const token = await new SignJWT({ [sessionClaim]: sessionId })
    .setProtectedHeader({ alg: 'RS256', kid })
    .setIssuer(`${origin}/idp`)
    .setAudience(webClientId)
    .setSubject(formatSubject({ tenantId, userId }))
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(key)
  return { tenantId, tenantName, userId, email, headers: { authorization: `Bearer ${token}` } }
}
