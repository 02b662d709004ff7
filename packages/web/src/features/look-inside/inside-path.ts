import type { Engine } from '@sheetwright/contract/engines/engine.ts'
import { useLocation } from '@tanstack/react-router'

export type InsideTab = 'sheet' | 'explain' | 'lint' | 'compare' | 'what-if'

/** Addresses of the pages that look into an engine, below the prefix of the current page. */
export function useInsidePaths() {
  const { pathname } = useLocation()
  const prefix = pathname.startsWith('/shared/') ? '/shared' : ''
  return {
    inside: ({ id, productId }: Pick<Engine, 'id' | 'productId'>, tab: InsideTab) =>
      `${prefix}/products/${encodeURIComponent(productId)}/engines/${id}/${tab}`,
  }
}
