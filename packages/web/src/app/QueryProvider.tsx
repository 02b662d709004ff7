import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { createKeepingCache } from '../platform/api/keep-shown.ts'
import { RefreshingQueryClient } from '../platform/api/refreshing-query-client.ts'
import { retryLoading } from '../platform/api/retry-loading.ts'
import { isRuleFailure } from '../ui/feedback/rule-alert.ts'
import { useAlertFailure, useAnnounceOutage } from '../ui/feedback/use-alerts.ts'
import { followOutages } from './follow-outages.ts'
import type { KeptAnswers } from './kept-answers.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** False for forms, which show their own failures. */
      announced?: boolean
    }
  }
}

interface QueryProviderProps {
  readonly kept: KeptAnswers
  readonly children: ReactNode
}

/** Provides the query cache; announces failed mutations, unless a form shows them, and that shown answers are old. */
export function QueryProvider({ kept, children }: QueryProviderProps) {
  const alertFailure = useAlertFailure()
  const announceOutage = useAnnounceOutage()
  const [client] = useState(() => {
    const made = new RefreshingQueryClient({
      queryCache: createKeepingCache(),
      // A call that the browser takes for hopeless would wait without a word, and be made when nobody expects it any
      // more. The server may also be on the same machine.
      defaultOptions: {
        queries: { staleTime: 10_000, retry: retryLoading, networkMode: 'always', refetchOnReconnect: true },
        mutations: { networkMode: 'always' },
      },
    })
    kept.restore(made)
    return made
  })
  useEffect(() => kept.follow(client), [kept, client])
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return
        const { error } = event.action
        // Rule violations always go to the global alert.
        if (event.mutation.meta?.announced !== false || isRuleFailure(error)) alertFailure(error)
      }),
    [client, alertFailure],
  )
  useEffect(() => followOutages(client, announceOutage), [client, announceOutage])
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
