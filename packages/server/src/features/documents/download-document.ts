import { downloadDocument } from '@sheetwright/contract/documents/download-document.ts'
import { handle } from '../../platform/http/handle.ts'
import { findVersion, stored } from './find-version.ts'

export const downloadDocumentHandler = handle(downloadDocument, async (context) => {
  const { document, content } = await findVersion(context)
  return stored(context, content.hash, content.size, { fileName: document.fileName, contentType: document.contentType })
})
