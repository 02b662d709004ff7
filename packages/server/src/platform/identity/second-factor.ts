import { createHash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'
import type { TenantTransaction } from '../db/database.ts'
import { confirmFactor, findFactor, keepPendingFactor, takeRecoveryCode, takeStep } from './second-factor.store.ts'

const period = 30
/** A clock may be one step off in either direction. */
const window = 1
const recoveryCodeCount = 10
/** Without ambiguous letters and digits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** The data for adding the account to an authenticator app. */
export interface FactorSetup {
  readonly secret: string
  /** The URL in the QR code. */
  readonly uri: string
  /** The QR code as an SVG path, each module one unit wide. */
  readonly qr: { readonly size: number; readonly path: string }
}

interface FactorOwner {
  readonly id: string
  readonly email: string
}

/** The setup begun a moment ago, or a new one; undefined if a factor is already in use. */
export async function beginFactor(
  tx: TenantTransaction,
  owner: FactorOwner,
  { anew }: { readonly anew: boolean },
): Promise<FactorSetup | undefined> {
  const present = await findFactor(tx, owner.id)
  if (present?.isConfirmed) return undefined
  const secret = present === undefined || anew ? new Secret({ size: 20 }).base32 : present.secret
  if (secret !== present?.secret && !(await keepPendingFactor(tx, owner.id, secret))) return undefined
  const uri = totpOf(secret, owner.email).toString()
  return { secret, uri, qr: qrOf(uri) }
}

/** Activates a factor with its first code. Returns the recovery codes, which are not stored. */
export async function completeFactor(
  tx: TenantTransaction,
  userId: string,
  code: string,
): Promise<readonly string[] | 'wrong'> {
  const factor = await findFactor(tx, userId)
  const step = factor === undefined || factor.isConfirmed ? undefined : stepOf(factor.secret, code)
  if (step === undefined) return 'wrong'
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  const taken = await confirmFactor(tx, userId, { step, recoveryHashes: codes.map(recoveryHash) })
  return taken ? codes : 'wrong'
}

/** Uses an app code or a recovery code, each once; undefined if it is neither. */
export async function takeCode(
  tx: TenantTransaction,
  userId: string,
  code: string,
): Promise<'app' | 'recovery' | undefined> {
  const factor = await findFactor(tx, userId)
  if (!factor?.isConfirmed) return undefined
  const step = stepOf(factor.secret, code)
  if (step !== undefined) return (await takeStep(tx, userId, step)) ? 'app' : undefined
  return (await takeRecoveryCode(tx, userId, recoveryHash(code))) ? 'recovery' : undefined
}

function stepOf(secret: string, code: string): number | undefined {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const timestamp = Date.now()
  const delta = totpOf(secret, '').validate({ token, timestamp, window })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: 'Sheetwright',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period,
    secret: Secret.fromBase32(secret),
  })
}

function newRecoveryCode(): string {
  const part = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${part()}-${part()}`
}

/** Recovery codes are random: a plain hash suffices. */
function recoveryHash(code: string): string {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  return createHash('sha256').update(plain).digest('base64url')
}

function qrOf(text: string): FactorSetup['qr'] {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const rows = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: rows.join('') }
}
