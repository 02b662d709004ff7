import type { KeyScope } from '@sheetwright/contract/call.ts'
import type { FastifyRequest } from 'fastify'
import type { Soon } from '../caches/fresh-cache.ts'

/** A person of a tenant, known by a verified token. */
export interface UserIdentity {
  readonly kind: 'user'
  readonly tenantId: string
  readonly tenantName: string
  readonly userId: string
  readonly username: string
  readonly displayName: string
  readonly email: string
  readonly groups: readonly string[]
  /** Member of a `supervisor:` group. */
  readonly isAdmin: boolean
  /** The token carries the issuer's superuser claim. */
  readonly isSuperuser: boolean
  /** The session at the embedded identity provider that the token belongs to; ends when the person signs out. */
  readonly sessionId?: string
}

/** A client of a tenant, known by its API key. It reaches only the calls that declare one of its scopes. */
export interface KeyIdentity {
  readonly kind: 'key'
  readonly tenantId: string
  readonly tenantName: string
  readonly keyId: string
  readonly keyName: string
  readonly groups: readonly string[]
  readonly scopes: readonly KeyScope[]
  /** Of a command line that somebody signed in: the person whose products and permissions it reaches. */
  readonly personId?: string
  /** How often the program may call that it belongs to, with all its keys together. */
  readonly limit?: { readonly of: string; readonly requestsPerMinute: number }
  /** Where the key is limited: all that it reaches. */
  readonly reach?: KeyReach
}

/** Products with everything in them, and single engines. */
export interface KeyReach {
  readonly products: readonly string[]
  readonly engines: readonly string[]
}

/** Somebody without an account who came through a link. They reach the engine of the link and nothing else. */
export interface VisitorIdentity {
  readonly kind: 'visitor'
  readonly tenantId: string
  readonly tenantName: string
  readonly visitorId: string
  readonly linkId: string
  readonly productId: string
  readonly serviceName: string
  /** Only where the author of the link says that the log shows it. */
  readonly email?: string
}

/** Somebody without an account who came through a link to a file. They reach that file and nothing else. */
export interface FileVisitorIdentity {
  readonly kind: 'fileVisitor'
  readonly tenantId: string
  readonly tenantName: string
  readonly visitorId: string
  readonly linkId: string
  readonly fileId: string
}

/** Who makes a call. `anyone` is the caller of calls that need nobody. */
export type CallerIdentity =
  | UserIdentity
  | KeyIdentity
  | VisitorIdentity
  | FileVisitorIdentity
  | { readonly kind: 'anyone' }

export const anyone: CallerIdentity = { kind: 'anyone' }

/**
 * Finds out who sends a request, from its credentials alone; answers `anyone` when it carries none. Throws `CallError`
 * with UNAUTHORIZED_ACCESS, TOKEN_EXPIRED or UNAUTHORIZED_USER_GROUP when it carries bad ones. Called only for calls
 * that need a caller; the registrar compares `x-tenant-name` with the answer.
 */
export type Identify = (request: FastifyRequest) => Soon<CallerIdentity>
