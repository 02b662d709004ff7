import type { AccessLevel } from '@sheetwright/contract/permissions/access-level.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import {
  findDocument,
  findMasterVersion,
  type StoredDocument,
  type StoredMasterVersion,
} from './master-reference.store.ts'

/** Everybody in the tenant reads master data; its owner and supervisors change it. */
export function accessTo({ ownerId }: Pick<StoredDocument, 'ownerId'>, caller: UserIdentity): AccessLevel {
  if (caller.isAdmin || caller.isSuperuser) return 'manage'
  return ownerId === caller.userId ? 'manage' : 'view'
}

export async function requireDocument(tx: TenantTransaction, address: string): Promise<StoredDocument> {
  const document = await findDocument(tx, address)
  if (document !== undefined) return document
  throw new CallError('MASTER_REFERENCE_NOT_FOUND', `There is no master reference document "${address}"`)
}

/** A document that the caller may change. */
export async function requireOwnDocument(
  tx: TenantTransaction,
  caller: UserIdentity,
  address: string,
): Promise<StoredDocument> {
  const document = await requireDocument(tx, address)
  assertMayChange(document, caller)
  return document
}

export function assertMayChange(document: StoredDocument, caller: UserIdentity): void {
  if (accessTo(document, caller) !== 'view') return
  throw new CallError('PERMISSION_DENIED', `"${document.serviceName}" is changed by its owner and by supervisors`)
}

export async function requireMasterVersion(
  tx: TenantTransaction,
  document: StoredDocument,
  idOrRevision: string,
): Promise<StoredMasterVersion> {
  const version = await findMasterVersion(tx, document.id, idOrRevision)
  if (version !== undefined) return version
  throw new CallError(
    'MASTER_REFERENCE_VERSION_NOT_FOUND',
    `The document "${document.serviceName}" has no version ${idOrRevision}`,
  )
}
