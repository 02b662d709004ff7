import type { Client } from '@sheetwright/contract/client.ts'
import type { QueryClient } from '@tanstack/react-query'

/** Prefetches the first data of the page behind a link while the pointer hovers over it. */
export async function readAhead(
  queries: QueryClient,
  api: Client,
  { productId, engineId }: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  if (productId === undefined) return
  const [{ productQuery }, { engineQuery }] = await Promise.all([
    import('../features/products/queries.ts'),
    import('../features/engines/queries.ts'),
  ])
  await Promise.all([
    queries.prefetchQuery(productQuery(api, productId)),
    engineId !== undefined && queries.prefetchQuery(engineQuery(api, productId, engineId)),
  ])
}
