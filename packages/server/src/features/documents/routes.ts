import type { Handler } from '../../platform/http/handle.ts'
import { createDocumentHandler } from './create-document.ts'
import { createSectionHandler } from './create-section.ts'
import { deleteDocumentHandler } from './delete-document.ts'
import { undeleteDocumentHandler } from './undelete-document.ts'
import { deleteSectionHandler } from './delete-section.ts'
import { downloadDocumentHandler } from './download-document.ts'
import { getContentHandler } from './get-content.ts'
import { getDocumentContentHandler } from './get-document-content.ts'
import { getDocumentVersionsHandler } from './get-document-versions.ts'
import { restoreDocumentVersionHandler } from './restore-document-version.ts'
import { listDocumentsHandler } from './list-documents.ts'
import { listSectionsHandler } from './list-sections.ts'
import { moveDocumentHandler } from './move-document.ts'
import { updateDocumentHandler } from './update-document.ts'
import { updateDocumentMetadataHandler } from './update-document-metadata.ts'
import { updateSectionHandler } from './update-section.ts'

export const documentRoutes: readonly Handler[] = [
  listSectionsHandler,
  createSectionHandler,
  updateSectionHandler,
  deleteSectionHandler,
  listDocumentsHandler,
  createDocumentHandler,
  moveDocumentHandler,
  updateDocumentHandler,
  updateDocumentMetadataHandler,
  deleteDocumentHandler,
  undeleteDocumentHandler,
  getDocumentVersionsHandler,
  restoreDocumentVersionHandler,
  downloadDocumentHandler,
  getContentHandler,
  getDocumentContentHandler,
]
