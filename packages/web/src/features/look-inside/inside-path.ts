import type { Engine } from '@sheetwright/contract/engines/engine.ts'
import { useLocation } from '@tanstack/react-router'

export type InsideTab = 'sheet' | 'explain' | 'lint' | 'compare' | 'what-if'

/** Addresses of what looks into an engine, below the prefix that the current page has. */
export function useInsidePaths() {
  const { pathname } = useLocation()
  const prefix = pathname.startsWith('/shared/') ? '/shared' : ''
  return {
    inside: ({ id, productId }: Pick<Engine, 'id' | 'productId'>, tab: InsideTab) =>
      `${prefix}/products/${encodeURIComponent(productId)}/engines/${id}/${tab}`,
  }
}
