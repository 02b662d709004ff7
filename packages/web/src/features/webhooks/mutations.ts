import type { SentBody } from '@sheetwright/contract/call.ts'
import { createWebhook } from '@sheetwright/contract/webhooks/create-webhook.ts'
import { deleteWebhook } from '@sheetwright/contract/webhooks/delete-webhook.ts'
import { renewWebhookSecret } from '@sheetwright/contract/webhooks/renew-webhook-secret.ts'
import { replayDelivery } from '@sheetwright/contract/webhooks/replay-delivery.ts'
import { updateWebhook } from '@sheetwright/contract/webhooks/update-webhook.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { webhookKeys } from './queries.ts'

export type WebhookBody = SentBody<typeof createWebhook>

function useForgetWebhooks() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: webhookKeys.all })
}

/** Creates a webhook, or changes the given one; only a new one comes with its secret. */
export function useSaveWebhook() {
  const api = useApi()
  return useMutation({
    async mutationFn({ id, body }: { id: string | undefined; body: WebhookBody }): Promise<string | undefined> {
      if (id === undefined) return (await api.call(createWebhook, { body })).secret
      await api.call(updateWebhook, { params: { webhook: id }, body })
      return undefined
    },
    onSuccess: useForgetWebhooks(),
    meta: { announced: false },
  })
}

/** Gives a webhook a new secret, which only this answer contains. */
export function useRenewSecret() {
  const api = useApi()
  return useMutation({
    mutationFn: async (id: string) => (await api.call(renewWebhookSecret, { params: { webhook: id } })).secret,
    meta: { announced: false },
  })
}

export function useDeleteWebhook() {
  const api = useApi()
  return useMutation({
    mutationFn: (id: string) => api.call(deleteWebhook, { params: { webhook: id } }),
    onSuccess: useForgetWebhooks(),
  })
}

export function useReplayDelivery(webhook: string) {
  const api = useApi()
  return useMutation({
    mutationFn: (delivery: string) => api.call(replayDelivery, { params: { webhook, delivery } }),
    onSuccess: useForgetWebhooks(),
  })
}
