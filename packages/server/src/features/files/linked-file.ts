import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { FileVisitorIdentity, UserIdentity } from '../../platform/http/caller.ts'
import { findOpenLink } from '../../platform/identity/visitors.store.ts'
import { fileFor, viewerOf } from './entry.access.ts'
import { findLiveFile, type LiveFile } from './entry.store.ts'

/** The file of an open link: for visitors of that link, and for people who see the file anyway. */
export async function linkedFile(
  tx: TenantTransaction,
  caller: UserIdentity | FileVisitorIdentity,
  linkId: string,
): Promise<LiveFile> {
  const link = await findOpenLink(tx, linkId)
  const isOwn = caller.kind === 'user' || caller.linkId === linkId
  if (link === undefined || link.target.fileId === null || !isOwn) {
    throw new CallError('NOT_FOUND', 'The link does not exist or has ended')
  }
  if (caller.kind === 'user') return fileFor(tx, viewerOf(caller), link.target.fileId)
  const file = await findLiveFile(tx, link.target.fileId)
  if (file === undefined) throw new CallError('NOT_FOUND', 'The link does not exist or has ended')
  return file
}
