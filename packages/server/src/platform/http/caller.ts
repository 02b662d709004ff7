import type { KeyScope } from '@sheetwright/contract/call.ts'
import type { FastifyRequest } from 'fastify'
import type { OwnLimit } from './own-limit.ts'
import type { Soon } from '../caches/fresh-cache.ts'

/** A person of a tenant, identified by a verified token. */
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
  /** The token's session at the embedded identity provider; ends when the person signs out. */
  readonly sessionId?: string
}

/** A client of a tenant, identified by its API key. It may make only the calls that declare one of its scopes. */
export interface KeyIdentity {
  readonly kind: 'key'
  readonly tenantId: string
  readonly tenantName: string
  readonly keyId: string
  readonly keyName: string
  readonly groups: readonly string[]
  readonly scopes: readonly KeyScope[]
  /** For a signed-in command line: the person whose products and permissions it has. */
  readonly personId?: string
  /** Rate limit of the program it belongs to, shared by all its keys. */
  readonly limit?: OwnLimit
  /** For a restricted key: everything it may access. */
  readonly reach?: KeyReach
}

/** Products with all their content, and single engines. */
export interface KeyReach {
  readonly products: readonly string[]
  readonly engines: readonly string[]
}

/** A visitor without an account who came through a link. They may access only the engine of the link. */
export interface VisitorIdentity {
  readonly kind: 'visitor'
  readonly tenantId: string
  readonly tenantName: string
  readonly visitorId: string
  readonly linkId: string
  readonly productId: string
  readonly serviceName: string
  /** Only if the author of the link lets the log show it. */
  readonly email?: string
}

/** A visitor without an account who came through a link to a file. They may access only that file. */
export interface FileVisitorIdentity {
  readonly kind: 'fileVisitor'
  readonly tenantId: string
  readonly tenantName: string
  readonly visitorId: string
  readonly linkId: string
  readonly fileId: string
}

/** Who makes a call. `anyone` is the caller of calls without sign-in. */
export type CallerIdentity =
  | UserIdentity
  | KeyIdentity
  | VisitorIdentity
  | FileVisitorIdentity
  | { readonly kind: 'anyone' }

export const anyone: CallerIdentity = { kind: 'anyone' }

/**
 * Identifies the sender of a request by its credentials; returns `anyone` if it carries none. Throws `CallError` with
 * UNAUTHORIZED_ACCESS, TOKEN_EXPIRED or UNAUTHORIZED_USER_GROUP for bad ones. Called only for calls that need a caller;
 * the registrar compares `x-tenant-name` with the result.
 */
export type Identify = (request: FastifyRequest) => Soon<CallerIdentity>
