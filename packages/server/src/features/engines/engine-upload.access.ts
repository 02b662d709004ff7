import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import { requireOn } from '../permissions/entity.access.ts'
import { engineIdOf } from './engine.store.ts'
import { findUpload, type StoredUpload } from './engine-upload.store.ts'

/**
 * The upload that a call names. Drafts are visible only to editors of the engine; before an engine exists, to editors
 * of the product.
 */
export async function requireUpload(tx: TenantTransaction, caller: CallerIdentity, id: string): Promise<StoredUpload> {
  const missing = () => new CallError('FILE_NOT_FOUND', `There is no upload ${id}`)
  const upload = await findUpload(tx, id)
  if (upload === undefined) throw missing()
  const { productId, serviceName } = upload
  const engineId = await engineIdOf(tx, productId, serviceName)
  const type = engineId === undefined ? 'product' : 'engine'
  await requireOn(tx, caller, { type, id: engineId ?? productId, productId, serviceName }, 'write', missing)
  return upload
}
