import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query'

/**
 * A query client that never keeps an answer from before a change. If something changes while a query loads for the
 * first time, the library waits for the answer that is on its way, which may show the state before the change, and takes
 * it for valid. Here such a query is loaded again.
 */
export class RefreshingQueryClient extends QueryClient {
  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    const loading = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter((query) => query.state.data === undefined)
    await super.invalidateQueries(filters, options)
    if (loading.length === 0) return
    await Promise.allSettled(loading.map(async (query) => await query.promise))
    await super.invalidateQueries({ ...filters, predicate: (query) => loading.includes(query) }, options)
  }
}
