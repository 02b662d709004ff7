import { previewFile } from '@sheetwright/contract/files/preview-file.ts'
import { handle } from '../../platform/http/handle.ts'
import { plainPreview } from '../documents/document-preview.access.ts'
import { fileFor, viewerOf } from './entry.access.ts'

export const previewFileHandler = handle(previewFile, async ({ caller, params, services, signal }) => {
  const { tenantId } = caller
  const { name, hash, size } = await services.db.inTenant(tenantId, (tx) => fileFor(tx, viewerOf(caller), params.id))
  return plainPreview(services, tenantId, { fileName: name, content: { hash, size } }, signal)
})
