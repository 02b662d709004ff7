import type { Handler } from '../../platform/http/handle.ts'
import { createDocumentHandler } from './create-document.ts'
import { createSectionHandler } from './create-section.ts'
import { deleteDocumentHandler, undeleteDocumentHandler } from './delete-document.ts'
import { deleteSectionHandler } from './delete-section.ts'
import { downloadDocumentHandler, getContentHandler, getDocumentContentHandler } from './document-content.ts'
import { getDocumentVersionsHandler, restoreDocumentVersionHandler } from './document-versions.ts'
import { listDocumentsHandler } from './list-documents.ts'
import { listSectionsHandler } from './list-sections.ts'
import { moveDocumentHandler } from './move-document.ts'
import { updateDocumentHandler, updateDocumentMetadataHandler } from './update-document.ts'
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
