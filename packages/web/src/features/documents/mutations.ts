import type { SentBody } from '@sheetwright/contract/call.ts'
import { createSection } from '@sheetwright/contract/documents/create-section.ts'
import { deleteDocument } from '@sheetwright/contract/documents/delete-document.ts'
import { undeleteDocument } from '@sheetwright/contract/documents/undelete-document.ts'
import { deleteSection } from '@sheetwright/contract/documents/delete-section.ts'
import { restoreDocumentVersion } from '@sheetwright/contract/documents/restore-document-version.ts'
import type { ProductDocument } from '@sheetwright/contract/documents/document.ts'
import { moveDocument } from '@sheetwright/contract/documents/move-document.ts'
import type { Section } from '@sheetwright/contract/documents/section.ts'
import { updateDocument } from '@sheetwright/contract/documents/update-document.ts'
import { updateDocumentMetadata } from '@sheetwright/contract/documents/update-document-metadata.ts'
import { updateSection } from '@sheetwright/contract/documents/update-section.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { productKeys } from '../products/queries.ts'
import { documentKeys } from './queries.ts'

/** Forms show their failures, so no toast is shown. */
const inForm = { announced: false } as const

/** Refetches the documents, sections and recent changes of products. */
export function useRefreshDocuments() {
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: documentKeys.all }),
      queries.invalidateQueries({ queryKey: productKeys.all }),
    ])
}

export function useCreateSection(product: string) {
  const api = useApi()
  const refresh = useRefreshDocuments()
  return useMutation({
    mutationFn: (body: SentBody<typeof createSection>) => api.call(createSection, { params: { product }, body }),
    onSuccess: refresh,
    meta: inForm,
  })
}

export function useUpdateSection(product: string) {
  const api = useApi()
  const refresh = useRefreshDocuments()
  return useMutation({
    mutationFn: ({ section, change }: { section: Section; change: SentBody<typeof updateSection> }) =>
      api.call(updateSection, { params: { product, section: section.id }, body: change }),
    onSuccess: refresh,
    meta: inForm,
  })
}

/** Moves a section; failures are announced. */
export function usePlaceSection(product: string) {
  const api = useApi()
  const refresh = useRefreshDocuments()
  return useMutation({
    mutationFn: ({ section, position }: { section: Section; position: number }) =>
      api.call(updateSection, { params: { product, section: section.id }, body: { position } }),
    onSuccess: refresh,
  })
}

export function useDeleteSection(product: string) {
  const api = useApi()
  const refresh = useRefreshDocuments()
  return useMutation({
    mutationFn: (section: Section) =>
      api.call(deleteSection, { params: { product, section: section.id }, query: { force: 'true' } }),
    onSuccess: refresh,
  })
}

export function useRenameDocument(product: string, document: ProductDocument) {
  const api = useApi()
  const refresh = useRefreshDocuments()
  return useMutation({
    mutationFn: (fileName: string) =>
      api.call(updateDocument, { params: { product, document: document.id }, body: { fileName } }),
    onSuccess: refresh,
    meta: inForm,
  })
}

/** Optimistic in every list of documents; rolled back if the server refuses. */
export function useMarkDocument(product: string) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ document, isFavourite }: { document: ProductDocument; isFavourite: boolean }) =>
      api.call(updateDocument, { params: { product, document: document.id }, body: { favorite: isFavourite } }),
    onMutate: async ({ document, isFavourite }) => {
      await queries.cancelQueries({ queryKey: documentKeys.all })
      const before = queries.getQueriesData({ queryKey: documentKeys.all })
      queries.setQueriesData({ queryKey: documentKeys.all }, (data: unknown) => marked(data, document.id, isFavourite))
      return before
    },
    onError: (_error, _change, before) => {
      for (const [key, data] of before ?? []) queries.setQueryData(key, data)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: documentKeys.all }),
  })
}

function marked(data: unknown, id: string, isFavourite: boolean): unknown {
  if (typeof data !== 'object' || data === null || !('items' in data) || !Array.isArray(data.items)) return data
  const items = (data.items as ProductDocument[]).map((each) =>
    each.id === id ? { ...each, favorite: isFavourite } : each,
  )
  return { ...data, items }
}

export function useSaveMetadata(product: string, document: ProductDocument) {
  const api = useApi()
  const refresh = useRefreshDocuments()
  return useMutation({
    mutationFn: (body: SentBody<typeof updateDocumentMetadata>) =>
      api.call(updateDocumentMetadata, { params: { product, document: document.id }, body }),
    onSuccess: refresh,
    meta: inForm,
  })
}

export function useMoveDocument(product: string, document: ProductDocument) {
  const api = useApi()
  const refresh = useRefreshDocuments()
  return useMutation({
    mutationFn: (body: SentBody<typeof moveDocument>) =>
      api.call(moveDocument, { params: { product, document: document.id }, body }),
    onSuccess: refresh,
    meta: inForm,
  })
}

export function useDeleteDocument(product: string) {
  const api = useApi()
  const refresh = useRefreshDocuments()
  return useMutation({
    mutationFn: (document: ProductDocument) => api.call(deleteDocument, { params: { product, document: document.id } }),
    onSuccess: refresh,
  })
}

export function useUndeleteDocument(product: string) {
  const api = useApi()
  const refresh = useRefreshDocuments()
  return useMutation({
    mutationFn: (document: ProductDocument) =>
      api.call(undeleteDocument, { params: { product, document: document.id } }),
    onSuccess: refresh,
  })
}

export function useRestoreVersion(product: string, document: ProductDocument) {
  const api = useApi()
  const refresh = useRefreshDocuments()
  return useMutation({
    mutationFn: (version: number) =>
      api.call(restoreDocumentVersion, { params: { product, document: document.id, version: String(version) } }),
    onSuccess: refresh,
  })
}
