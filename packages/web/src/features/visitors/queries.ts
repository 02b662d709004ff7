import { getLinkedFile } from '@sheetwright/contract/files/get-linked-file.ts'
import { listFileLinks } from '@sheetwright/contract/visitors/list-file-links.ts'
import { listLinkResources } from '@sheetwright/contract/visitors/list-link-resources.ts'
import { getLinkBrand } from '@sheetwright/contract/visitors/get-link-brand.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'

export const linkKeys = {
  of: (product: string) => ['visitor-links', product],
  ofFile: (file: string) => ['visitor-links', 'file', file],
  target: (linkId: string) => ['visitor-links', 'target', linkId],
} as const

export function useVisitorLinks(product: string) {
  const api = useApi()
  return useQuery({
    queryKey: linkKeys.of(product),
    queryFn: ({ signal }) => api.call(listLinkResources, { params: { product }, signal }),
  })
}

export function useFileLinks(file: string) {
  const api = useApi()
  return useQuery({
    queryKey: linkKeys.ofFile(file),
    queryFn: ({ signal }) => api.call(listFileLinks, { params: { id: file }, signal }),
  })
}

/** The file of a link. */
export function useLinkedFile(linkId: string) {
  const api = useApi()
  return useQuery({
    queryKey: linkKeys.target(linkId),
    queryFn: ({ signal }) => api.call(getLinkedFile, { params: { linkId }, signal }),
    retry: false,
    meta: { announced: false },
  })
}

/** The sender of a calculator link, for the entry page. */
export function useLinkBrand(way: { readonly linkId: string; readonly realm: string; readonly client: string }) {
  const api = useApi()
  return useQuery({
    queryKey: ['visitors', 'brand', way],
    queryFn: ({ signal }) => api.call(getLinkBrand, { query: way, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // The entry page works without it too.
    meta: { announced: false },
  })
}
