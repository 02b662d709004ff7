import { type Query, QueryCache } from '@tanstack/react-query'
import { isTemporary } from './retry-loading.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** False if the page works without a new answer, so that nothing is said when it cannot be loaded again. */
      announced?: boolean
      /** True for a measurement of this moment: the last one must not be shown instead. */
      momentary?: boolean
    }
  }
}

/**
 * A query cache that keeps an answer if loading it again fails only for the moment. The library calls such a query
 * failed, so a page in use would be replaced by the failure, and what somebody was typing there would be lost. A refusal
 * does replace the page: what was deleted, or is no longer allowed, must not stay on the screen.
 */
export function createKeepingCache(): QueryCache {
  return new QueryCache({
    onError: (error, query) => {
      if (keepsShown(query, error)) query.setState({ status: 'success', error: null })
    },
  })
}

/** Whether a query goes on showing its last answer after this failure. */
export function keepsShown({ state, meta }: Query<unknown, unknown, unknown>, error: unknown): boolean {
  // An endless list asks for a missing page until it fails.
  const isFurtherPage = state.fetchMeta?.fetchMore !== undefined
  return state.data !== undefined && !isFurtherPage && meta?.momentary !== true && isTemporary(error)
}
