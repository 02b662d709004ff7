import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { passwordLength } from '@sheetwright/contract/users/password.ts'
import { commonPasswords } from './common-passwords.ts'

const derive = promisify(argon2)

/** Cost of new hashes. Older hashes carry their own and are replaced at the next sign-in. */
const cost = { memory: 32_768, passes: 3, parallelism: 1 } as const

const tagLength = 32

/**
 * Hashing and verifying passwords with argon2id. Few hashes run at a time: each takes 32 MB and a thread of the pool
 * that file access and name lookups share.
 */
export interface Passwords {
  hash(password: string): Promise<string>
  /**
   * Compares a password with a stored hash. Without one (unknown or external user) the same work is done, so that the
   * duration reveals nothing.
   */
  verify(password: string, stored: string | null): Promise<{ ok: boolean; outdated: boolean }>
}

export function createPasswords(atOnce = 2): Passwords {
  const turn = takeTurns(atOnce)
  const decoy = format(randomBytes(16), randomBytes(tagLength), cost)

  return {
    hash: (password) =>
      turn(async () => {
        const salt = randomBytes(16)
        return format(salt, await digest(password, salt, cost), cost)
      }),
    verify: (password, stored) =>
      turn(async () => {
        const parsed = parse(stored ?? decoy)
        if (!parsed) return { ok: false, outdated: false }
        const actual = await digest(password, parsed.salt, parsed.cost)
        const ok = timingSafeEqual(actual, parsed.tag) && stored !== null
        return { ok, outdated: ok && !sameCost(parsed.cost) }
      }),
  }
}

/** Why a chosen password is refused; null if it is fine. */
export type PasswordProblem = 'tooShort' | 'tooLong' | 'tooCommon' | 'containsName' | 'unchanged'

export function passwordProblem(password: string, person: { email: string; current?: string }): PasswordProblem | null {
  if (password.length < passwordLength.min) return 'tooShort'
  if (password.length > passwordLength.max) return 'tooLong'
  if (password === person.current) return 'unchanged'
  const plain = password.toLowerCase()
  if (isCommon(plain)) return 'tooCommon'
  const name = person.email.split('@')[0]?.toLowerCase() ?? ''
  if (name.length >= 4 && plain.includes(name) && plain.length - name.length < 8) return 'containsName'
  return null
}

const readable = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A one-time password, easy to read aloud: four groups of five, about 99 bits. */
export function newOneTimePassword(): string {
  const group = () => Array.from({ length: 5 }, () => readable[randomInt(readable.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}

function isCommon(password: string): boolean {
  const letters = password.replace(/[^\p{L}]/gu, '')
  return commonPasswords.has(password) || commonPasswords.has(letters) || isRepetition(password) || isRun(password)
}

/** A few characters repeated, as in `abcabcabcabc`. */
function isRepetition(password: string): boolean {
  const chars = Array.from(password)
  return [1, 2, 3, 4].some((size) => chars.length > size && chars.length % size === 0 && repeatsAfter(chars, size))
}

function repeatsAfter(chars: readonly string[], size: number): boolean {
  return chars.every((char, i) => char === chars[i % size])
}

/** Characters that only count up or down, as in `123456789012`. */
function isRun(password: string): boolean {
  const codes = Array.from(password, (char) => char.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, i) => code - (codes[i] ?? 0)))
  steps.delete(-9)
  steps.delete(9)
  return steps.size <= 1
}

type Cost = { memory: number; passes: number; parallelism: number }

function digest(password: string, salt: Buffer, { memory, passes, parallelism }: Cost): Promise<Buffer> {
  const message = password.normalize('NFKC')
  return derive('argon2id', { message, nonce: salt, tagLength, memory, passes, parallelism })
}

function format(salt: Buffer, tag: Buffer, { memory, passes, parallelism }: Cost): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt.toString('base64url')}$${tag.toString('base64url')}`
}

const stored = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/

function parse(text: string): { cost: Cost; salt: Buffer; tag: Buffer } | null {
  const match = stored.exec(text)
  if (!match) return null
  const [, memory, passes, parallelism, salt = '', tag = ''] = match
  const tagBytes = Buffer.from(tag, 'base64url')
  if (tagBytes.length !== tagLength) return null
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64url'),
    tag: tagBytes,
  }
}

function sameCost(other: Cost): boolean {
  return other.memory === cost.memory && other.passes === cost.passes && other.parallelism === cost.parallelism
}

/** Runs at most `places` tasks at a time, the others in order of arrival. */
function takeTurns(places: number) {
  let free = places
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
