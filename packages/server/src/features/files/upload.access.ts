import type { FileUpload } from '@sheetwright/contract/files/file-upload.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { findUpload, type StoredUpload } from './upload.store.ts'

/** An upload belongs to its user: for everybody else it does not exist. */
export async function uploadFor(
  tx: TenantTransaction,
  caller: UserIdentity,
  id: string,
): Promise<{ upload: StoredUpload; shown: FileUpload }> {
  const upload = await findUpload(tx, caller.userId, id)
  if (upload === undefined) throw new CallError('UPLOAD_NOT_FOUND', `You have no upload "${id}"`)
  const { name, size, partBytes, parts, createdAt } = upload
  return { upload, shown: { id, name, size, partBytes, parts, createdAt } }
}
