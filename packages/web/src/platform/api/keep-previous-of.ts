import { hashKey } from '@tanstack/react-query'

/**
 * Keeps the previous answer on the page while the next one loads, as long as it belongs to the same owner: the product,
 * engine or run that the parts name, each of which stands in the query key. Without this, rows of one product would
 * stand for a moment under the name of another.
 */
export function keepPreviousOf(...owner: readonly unknown[]) {
  return <Data>(previous: Data | undefined, query: { readonly queryKey: readonly unknown[] } | undefined) => {
    if (query === undefined) return undefined
    const parts = new Set(query.queryKey.map((part) => hashKey([part])))
    return owner.every((part) => parts.has(hashKey([part]))) ? previous : undefined
  }
}
