import { hashKey } from '@tanstack/react-query'

/**
 * Keeps the previous answer on the page while the next one loads, as long as it has the same owner: the product, engine
 * or run given as parts, each of which is in the query key. Otherwise rows of one product would briefly stand under the
 * name of another.
 */
export function keepPreviousOf(...owner: readonly unknown[]) {
  return <Data>(previous: Data | undefined, query: { readonly queryKey: readonly unknown[] } | undefined) => {
    if (query === undefined) return undefined
    const parts = new Set(query.queryKey.map((part) => hashKey([part])))
    return owner.every((part) => parts.has(hashKey([part]))) ? previous : undefined
  }
}
