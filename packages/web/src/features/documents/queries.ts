import type { SentBody } from '@sheetwright/contract/call.ts'
import { getContent } from '@sheetwright/contract/documents/get-content.ts'
import { getDocumentContent } from '@sheetwright/contract/documents/get-document-content.ts'
import { getDocumentVersions } from '@sheetwright/contract/documents/get-document-versions.ts'
import type { ProductDocument } from '@sheetwright/contract/documents/document.ts'
import { listDocuments } from '@sheetwright/contract/documents/list-documents.ts'
import { useQuery } from '@tanstack/react-query'
import { keepPreviousOf } from '../../platform/api/keep-previous-of.ts'
import { useApi } from '../../platform/api/use-api.ts'

type SortText = NonNullable<SentBody<typeof listDocuments>>['sort']

/** Filters of the list of documents. */
export interface DocumentFilter {
  readonly section: string
  readonly text: string
  readonly favourites: boolean
  readonly deleted: boolean
}

/** One version of a document of a product. */
export interface DocumentPlace {
  readonly product: string
  readonly document: string
  readonly version: number
}

export const documentKeys = {
  all: ['documents'],
  page: (product: string, filter: DocumentFilter, sort: SortText, page: number) =>
    ['documents', 'page', product, filter, sort, page] as const,
  versions: (document: ProductDocument) => ['documents', 'versions', document.id, document.version] as const,
} as const

export function useDocuments(product: string, filter: DocumentFilter, sort: SortText, page: number) {
  const api = useApi()
  return useQuery({
    queryKey: documentKeys.page(product, filter, sort, page),
    queryFn: ({ signal }) =>
      api.call(listDocuments, {
        params: { product },
        body: {
          page,
          ...(sort === undefined ? {} : { sort }),
          search: [
            ...(filter.deleted
              ? [{ field: 'isdeleted', value: true } as const]
              : [{ field: 'documentType', value: filter.section } as const]),
            ...(filter.text === '' ? [] : [{ field: 'text_co', value: filter.text } as const]),
            ...(filter.favourites ? [{ field: 'isstarred', value: true } as const] : []),
          ],
        },
        signal,
      }),
    placeholderData: keepPreviousOf(product),
    enabled: filter.section !== '' || filter.deleted,
  })
}

export function useVersions(product: string, document: ProductDocument) {
  const api = useApi()
  return useQuery({
    queryKey: documentKeys.versions(document),
    queryFn: ({ signal }) => api.call(getDocumentVersions, { params: { product, document: document.id }, signal }),
  })
}

/** The preview of a version. A version never changes, so its preview stays valid. */
export function usePreview({ product, document, version }: DocumentPlace) {
  const api = useApi()
  return useQuery({
    queryKey: ['document-previews', product, document, version],
    queryFn: ({ signal }) =>
      api.call(getDocumentContent, { params: { product, document }, query: { version }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The picture or PDF of a version. */
export function useShownContent({ product, document, version }: DocumentPlace) {
  const api = useApi()
  return useQuery({
    queryKey: ['document-contents', product, document, version],
    queryFn: async ({ signal }) => {
      const { blob } = await api.call(getContent, { params: { product, document }, query: { version }, signal })
      return blob
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
}
