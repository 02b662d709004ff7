import { getLinkedFile } from '@sheetwright/contract/files/get-linked-file.ts'
import { listFileLinks } from '@sheetwright/contract/visitors/list-file-links.ts'
import { listLinkResources } from '@sheetwright/contract/visitors/list-link-resources.ts'
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

/** The file that a link leads to. */
export function useLinkedFile(linkId: string) {
  const api = useApi()
  return useQuery({
    queryKey: linkKeys.target(linkId),
    queryFn: ({ signal }) => api.call(getLinkedFile, { params: { linkId }, signal }),
    retry: false,
    meta: { announced: false },
  })
}
