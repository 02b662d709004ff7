import { listDeliveries } from '@sheetwright/contract/webhooks/list-deliveries.ts'
import { listWebhooks } from '@sheetwright/contract/webhooks/list-webhooks.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'

export const webhookKeys = {
  all: ['webhooks'],
  list: ['webhooks', 'list'],
  deliveries: (webhook: string, page: number) => ['webhooks', 'deliveries', webhook, page],
} as const

/** Polling interval: another process sends deliveries and notifies no page. */
const askAgainMillis = 5_000
export const deliveryPageSize = 20

export function useWebhooks() {
  const api = useApi()
  return useQuery({
    queryKey: webhookKeys.list,
    queryFn: ({ signal }) => api.call(listWebhooks, { signal }),
    refetchInterval: askAgainMillis,
  })
}

export function useDeliveries(webhook: string, page: number) {
  const api = useApi()
  return useQuery({
    queryKey: webhookKeys.deliveries(webhook, page),
    queryFn: ({ signal }) =>
      api.call(listDeliveries, { params: { webhook }, body: { page, pageSize: deliveryPageSize }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: askAgainMillis,
  })
}
