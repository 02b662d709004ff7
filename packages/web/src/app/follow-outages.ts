import type { Query, QueryClient } from '@tanstack/react-query'
import { keepsShown } from '../platform/api/keep-shown.ts'

/** Failed queries are loaded again at most this often when another one succeeds. */
const pauseMillis = 10_000

/**
 * Announces once that shown answers cannot be loaded again, however many queries fail and how often. `announce` returns
 * what ends the announcement, called when all of them were loaded again or are no longer shown. Returns a function that
 * stops it.
 */
export function followOutages(client: QueryClient, announce: (error: Error) => () => void): () => void {
  const failed = new Set<Query>()
  let end: (() => void) | undefined

  function recover(query: Query) {
    if (!failed.delete(query) || failed.size > 0) return
    end?.()
    end = undefined
  }

  const stop = client.getQueryCache().subscribe((event) => {
    const { query } = event
    if (event.type === 'removed' || (event.type === 'observerRemoved' && !query.isActive())) recover(query)
    if (event.type !== 'updated') return
    const { action } = event
    if (action.type === 'success' && action.manual !== true) {
      recover(query)
      for (const other of failed) loadAgain(client, other)
    }
    if (action.type === 'error' && query.isActive() && query.meta?.announced !== false) {
      if (!keepsShown(query, action.error)) return recover(query)
      failed.add(query)
      end ??= announce(action.error)
    }
  })
  return () => {
    stop()
    end?.()
  }
}

/** The server answers again, so what failed may not have to wait until somebody returns to the page. */
function loadAgain(client: QueryClient, query: Query) {
  const isRecent = Date.now() - query.state.errorUpdatedAt < pauseMillis
  if (!isRecent && query.state.fetchStatus === 'idle')
    void client.refetchQueries({ queryKey: query.queryKey, exact: true })
}
