import { documentBytes } from '@sheetwright/contract/documents/document.ts'
import { defaultSections, productFileTypes, uploadCategories } from '@sheetwright/contract/documents/file-types.ts'
import { getProductDocumentMetadata } from '@sheetwright/contract/system/get-product-document-metadata.ts'
import { handle } from '../../platform/http/handle.ts'

export const getProductDocumentMetadataHandler = handle(getProductDocumentMetadata, ({ services: { settings } }) => ({
  fileTypes: [...productFileTypes],
  uploadCategories: Object.fromEntries(
    Object.entries(uploadCategories).map(([category, extensions]) => [category, [...extensions]]),
  ),
  maxUploadBytes: Math.min(settings.maxUploadMegabytes * 1024 * 1024, documentBytes),
  defaultSections: defaultSections.map(({ name, fileTypes }, index) => ({
    name,
    position: index + 1,
    fileTypes: [...fileTypes],
  })),
}))
