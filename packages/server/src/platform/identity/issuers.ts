import { readFile } from 'node:fs/promises'
import type { PublicIssuer } from '@sheetwright/contract/session/issuer.ts'
import { groupLabel } from '@sheetwright/contract/users/group-label.ts'
import { z } from 'zod'
import { StartupError } from '../../startup-error.ts'

/** Client id of the web application at the embedded provider, and so the audience of its tokens. */
export const webClientId = 'sheetwright-web'

const webScope = 'openid profile email'

/** Claims of the embedded provider; other providers can name theirs. */
const ownClaims = {
  displayName: 'name',
  username: 'preferred_username',
  email: 'email',
  groups: 'groups',
  tenant: 'tenant',
} as const

const outsideIssuer = z.strictObject({
  issuer: z.url(),
  name: z.string().min(1).optional(),
  verifierType: z.enum(['oidc', 'jwks']).default('oidc'),
  verifierUri: z.url().optional(),
  clientId: z.string().min(1),
  scope: z.string().min(1).default(webScope),
  authFlow: z.enum(['code', 'token']).default('code'),
  authType: z.string().min(1).default('Bearer'),
  groups: z.array(groupLabel).default([]),
  tenant: z.string().min(1).optional(),
  claims: z
    .strictObject({
      displayName: z.string().min(1).default(ownClaims.displayName),
      username: z.string().min(1).default(ownClaims.username),
      email: z.string().min(1).default(ownClaims.email),
      groups: z.string().min(1).default(ownClaims.groups),
      tenant: z.string().min(1).default(ownClaims.tenant),
    })
    .prefault({}),
  superUserKey: z.string().min(1).default('is_realm_admin'),
  verificationEnabled: z.boolean().default(true),
})

type IssuerEntry = 'embedded' | z.output<typeof outsideIssuer>

/** The list may include the embedded provider by this keyword. */
const issuersFile = z
  .array(z.unknown())
  .min(1)
  .transform((entries, context) =>
    entries.flatMap((entry, index): IssuerEntry[] => {
      if (entry === 'embedded') return [entry]
      const parsed = outsideIssuer.safeParse(entry)
      if (parsed.success) return [parsed.data]
      for (const { path, message } of parsed.error.issues) {
        context.addIssue({ code: 'custom', path: [index, ...path], message })
      }
      return []
    }),
  )

/** A provider whose tokens are accepted. */
export interface Issuer extends PublicIssuer {
  /** The embedded provider: its users, groups and sessions are our rows. */
  readonly isEmbedded: boolean
  /** Groups of everyone of this issuer if its tokens are not verified. */
  readonly groups: readonly string[]
}

interface IssuerOptions {
  readonly origin: string
  /** Path of the file with external providers; without it, only the embedded one. */
  readonly file: string | undefined
  /** Whether unverified tokens can be allowed at all. */
  readonly onLoopback: boolean
}

/** The accepted providers, the preferred one first. */
export async function loadIssuers(options: IssuerOptions): Promise<readonly Issuer[]> {
  const embedded = embeddedIssuer(options.origin)
  if (options.file === undefined) return [embedded]
  const entries = await readIssuers(options.file)
  const issuers = entries.map((entry) => (entry === 'embedded' ? embedded : outside(entry)))
  const unverified = issuers.find((issuer) => !issuer.verificationEnabled)
  if (unverified && !options.onLoopback) {
    throw new StartupError(
      `${options.file}: verificationEnabled false (${unverified.issuer}) is only allowed when the server listens on a loopback address`,
    )
  }
  return issuers
}

async function readIssuers(file: string): Promise<IssuerEntry[]> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new StartupError(`The file with the OpenID providers cannot be read: ${file}`, { cause })
  })
  try {
    return issuersFile.parse(JSON.parse(text))
  } catch (cause) {
    const detail = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause)
    throw new StartupError(`The file with the OpenID providers is not right: ${file}\n${detail}`, { cause })
  }
}

function embeddedIssuer(origin: string): Issuer {
  const issuer = `${origin}/idp`
  return {
    name: 'Sheetwright',
    issuer,
    isEmbedded: true,
    verifierType: 'oidc',
    verifierUri: discoveryOf(issuer),
    clientId: webClientId,
    scope: webScope,
    authFlow: 'code',
    authType: 'Bearer',
    groups: [],
    tenant: null,
    claims: ownClaims,
    superUserKey: 'is_realm_admin',
    verificationEnabled: true,
  }
}

function outside(entry: z.output<typeof outsideIssuer>): Issuer {
  return {
    ...entry,
    isEmbedded: false,
    name: entry.name ?? new URL(entry.issuer).host,
    verifierUri: entry.verifierUri ?? discoveryOf(entry.issuer),
    tenant: entry.tenant ?? null,
  }
}

function discoveryOf(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
}

/** Public data of a provider. */
export function publicPart(issuer: Issuer): PublicIssuer {
  const { isEmbedded: _isEmbedded, groups: _groups, ...shown } = issuer
  return shown
}
