import { randomBytes } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { z } from 'zod'
import type { Database, SystemTransaction } from '../../db/database.ts'
import {
  lockSystemValue,
  readOrMakeSystemValue,
  readSystemValue,
  writeSystemValue,
} from '../../db/system-values.store.ts'
import { announce } from '../identity-changes.ts'

const storedName = 'identity.keys'

const storedKeys = z.object({
  version: z.literal(1),
  signing: z.array(z.object({ kid: z.string(), activeFrom: z.number(), jwk: z.custom<JWK>() })),
  cookies: z.array(z.object({ secret: z.string(), activeFrom: z.number() })),
})

type StoredKeys = z.output<typeof storedKeys>

/** The keys of the embedded provider, in order of use: the active one first. */
export interface ProviderKeys {
  readonly signing: readonly JWK[]
  readonly cookies: readonly string[]
}

const day = 24 * 60 * 60 * 1000

/** Times of key rotation. The next key is published long before it signs, so that key set caches have it. */
export const keySchedule = { lifetime: 90 * day, publishedBefore: 7 * day, keptAfter: 7 * day } as const

/** Reads the keys of this installation. The first process creates them; all share them. */
export async function loadProviderKeys(db: Database, now = Date.now()): Promise<ProviderKeys> {
  const stored = await db.inSystem(async (tx) =>
    storedKeys.parse(await readOrMakeSystemValue(tx, storedName, async () => firstKeys(now))),
  )
  return inOrderOfUse(stored, now)
}

/**
 * Publishes the next keys when the active ones near their end, and drops keys without valid signatures. One process at
 * a time; returns whether anything changed, which is announced to the others.
 */
export async function rotateProviderKeys(db: Database, now = Date.now()): Promise<boolean> {
  return db.inSystem(async (tx) => {
    const stored = await lockedKeys(tx)
    if (!stored) return false
    const signing = await rotated(stored.signing, now, newSigningKey)
    const cookies = await rotated(stored.cookies, now, newCookieKey)
    if (signing === stored.signing && cookies === stored.cookies) return false
    await writeSystemValue(tx, storedName, { version: 1, signing, cookies } satisfies StoredKeys)
    await announce(tx, { kind: 'keys' })
    return true
  })
}

/** When the order of use next changes without a write: a published key becomes active. */
export async function nextActivation(db: Database, now = Date.now()): Promise<number | undefined> {
  const stored = await db.inSystem(async (tx) => storedKeys.safeParse(await readSystemValue(tx, storedName)).data)
  const coming = [...(stored?.signing ?? []), ...(stored?.cookies ?? [])].map((key) => key.activeFrom)
  return coming.filter((moment) => moment > now).toSorted((a, b) => a - b)[0]
}

async function lockedKeys(tx: SystemTransaction): Promise<StoredKeys | undefined> {
  const stored = await lockSystemValue(tx, storedName)
  return stored === undefined ? undefined : storedKeys.parse(stored)
}

async function firstKeys(now: number): Promise<StoredKeys> {
  return { version: 1, signing: [await newSigningKey(now)], cookies: [newCookieKey(now)] }
}

async function newSigningKey(activeFrom: number) {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const jwk = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint(jwk)
  return { kid, activeFrom, jwk: { ...jwk, kid, alg: 'RS256', use: 'sig' } }
}

function newCookieKey(activeFrom: number) {
  return { secret: randomBytes(32).toString('base64url'), activeFrom }
}

/** The same list if nothing has to change. Keys are in order of activation. */
async function rotated<K extends { activeFrom: number }>(
  keys: K[],
  now: number,
  make: (activeFrom: number) => Promise<K> | K,
): Promise<K[]> {
  const newest = Math.max(...keys.map((key) => key.activeFrom))
  const due = newest + keySchedule.lifetime
  const kept = keys.filter((key, index) => {
    const successor = keys[index + 1]
    return successor === undefined || successor.activeFrom + keySchedule.keptAfter > now
  })
  if (now < due - keySchedule.publishedBefore) return kept.length === keys.length ? keys : kept
  return [...kept, await make(Math.max(due, now + keySchedule.publishedBefore))]
}

function inOrderOfUse(stored: StoredKeys, now: number): ProviderKeys {
  return {
    signing: activeFirst(stored.signing, now).map((key) => key.jwk),
    cookies: activeFirst(stored.cookies, now).map((key) => key.secret),
  }
}

/** The newest active key, older ones, and last those only published. */
function activeFirst<K extends { activeFrom: number }>(keys: readonly K[], now: number): K[] {
  const [active, coming] = [keys.filter((key) => key.activeFrom <= now), keys.filter((key) => key.activeFrom > now)]
  return [...active.toSorted((a, b) => b.activeFrom - a.activeFrom), ...coming]
}
