import { defaultSections, productFileTypes, uploadCategories } from '@sheetwright/contract/documents/file-types.ts'
import { getProductDocumentMetadata } from '@sheetwright/contract/system/document-metadata.ts'
import { handle } from '../../platform/http/handle.ts'

export const getProductDocumentMetadataHandler = handle(getProductDocumentMetadata, ({ services: { settings } }) => ({
  fileTypes: [...productFileTypes],
  uploadCategories: Object.fromEntries(
    Object.entries(uploadCategories).map(([category, extensions]) => [category, [...extensions]]),
  ),
  maxUploadBytes: settings.maxUploadMegabytes * 1024 * 1024,
  defaultSections: defaultSections.map((name, index) => ({ name, position: index + 1 })),
}))
