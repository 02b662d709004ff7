import { useLocation } from '@tanstack/react-router'

/** The address of a product below the prefix that the current page has: who came to it as shared stays there. */
export function useProductHome(): (productId: string) => string {
  const { pathname } = useLocation()
  const prefix = pathname.startsWith('/shared/') ? '/shared' : ''
  return (productId) => `${prefix}/products/${encodeURIComponent(productId)}`
}
