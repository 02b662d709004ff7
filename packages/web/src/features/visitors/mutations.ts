import { downloadLinkedFile } from '@sheetwright/contract/files/download-linked-file.ts'
import type { SentBody } from '@sheetwright/contract/call.ts'
import { createLinkResource } from '@sheetwright/contract/visitors/create-link-resource.ts'
import { createAnonymousUser } from '@sheetwright/contract/visitors/create-anonymous-user.ts'
import { generateVisitorToken } from '@sheetwright/contract/visitors/generate-visitor-token.ts'
import { sendOneTimeCode } from '@sheetwright/contract/visitors/send-one-time-code.ts'
import { revokeLinkResource } from '@sheetwright/contract/visitors/revoke-link-resource.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { useDownloads } from '../../platform/downloads/downloads.ts'
import { linkKeys } from './queries.ts'

export function useCreateLink(product: string) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (link: Omit<SentBody<typeof createLinkResource>, 'product'>) =>
      api.call(createLinkResource, { body: { ...link, product } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: linkKeys.of(product) }),
    meta: { announced: false },
  })
}

export function useCreateFileLink(file: string) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (limits: Pick<SentBody<typeof createLinkResource>, 'expiresAt' | 'maxUses' | 'mailDomains'>) =>
      api.call(createLinkResource, { body: { ...limits, documentId: file } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: linkKeys.ofFile(file) }),
    meta: { announced: false },
  })
}

export function useSaveLinkedFile() {
  const api = useApi()
  const downloads = useDownloads()
  return useMutation({
    mutationFn: ({ linkId, name }: { linkId: string; name: string }) =>
      downloads.save(() => api.call(downloadLinkedFile, { params: { linkId } }), name),
    meta: { announced: false },
  })
}

/** Revokes a link and refetches the list that shows it. */
export function useRevokeLink(shownBy: readonly unknown[]) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (linkId: string) => api.call(revokeLinkResource, { params: { linkId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: shownBy }),
  })
}

/** The link, organisation and client of a visitor. */
export interface WayIn {
  readonly linkId: string
  readonly realm: string
  readonly client: string
}

/** Registers a visitor at the link and mails a code. Returns the visitor's id. */
export function useRequestCode(way: WayIn) {
  const api = useApi()
  return useMutation({
    mutationFn: async (email: string) => {
      const { anonymousUserId } = await api.call(createAnonymousUser, { body: { ...way, email } })
      await api.call(sendOneTimeCode, { body: { ...way, anonymousUserId } })
      return anonymousUserId
    },
    meta: { announced: false },
  })
}

/** Exchanges the code for a token and the target address of the link. */
export function useRedeemCode(way: WayIn) {
  const api = useApi()
  return useMutation({
    mutationFn: (proof: { anonymousUserId: string; code: string }) =>
      api.call(generateVisitorToken, { body: { ...way, ...proof } }),
    meta: { announced: false },
  })
}
