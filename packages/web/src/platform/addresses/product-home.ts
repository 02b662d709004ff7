import { useLocation } from '@tanstack/react-router'

/** The address of a product below the prefix of the current page: shared products stay below theirs. */
export function useProductHome(): (productId: string) => string {
  const { pathname } = useLocation()
  const prefix = pathname.startsWith('/shared/') ? '/shared' : ''
  return (productId) => `${prefix}/products/${encodeURIComponent(productId)}`
}
