import { getDocumentContent } from '@sheetwright/contract/documents/get-document-content.ts'
import { handle } from '../../platform/http/handle.ts'
import { previewOf } from './document-preview.access.ts'
import { findVersion } from './find-version.ts'

export const getDocumentContentHandler = handle(getDocumentContent, async (context) => {
  const { document, content } = await findVersion(context)
  const { id, fileName } = document
  return previewOf(context.services, context.caller.tenantId, { id, fileName, content }, context.signal)
})
