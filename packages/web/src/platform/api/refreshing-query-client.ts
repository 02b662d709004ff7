import { type InvalidateOptions, type InvalidateQueryFilters, type Query, QueryClient } from '@tanstack/react-query'

/**
 * A query client that does not take an answer from before a change for valid. If something changes while a query loads
 * for the first time, or in advance, the library keeps the answer that is on its way, which may show the state before
 * the change. Here such a query is loaded again when that answer has come.
 */
export class RefreshingQueryClient extends QueryClient {
  private readonly loadingAgain = new Map<Query, Promise<void>>()

  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    const loading = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter((query) => query.state.data === undefined || !query.isActive())
    const refreshed = super.invalidateQueries(filters, options)
    // Like the library, wait only for what is shown.
    const again = loading.flatMap((query) => {
      const loaded = this.loadAgain(query, filters, options)
      return query.isActive() ? [loaded] : []
    })
    await Promise.all([refreshed, ...again])
  }

  /** Loads a query again after its answer has come, once for any number of changes until then. */
  private loadAgain(query: Query, filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    const known = this.loadingAgain.get(query)
    if (known) return known
    const again = (async () => {
      // A query that failed has no answer that could be old.
      await query.promise?.catch(() => undefined)
      this.loadingAgain.delete(query)
      if (query.state.data === undefined) return
      await super.invalidateQueries({ ...filters, predicate: (one) => one === query }, options)
    })()
    this.loadingAgain.set(query, again)
    return again
  }
}
