import { useLocation } from '@tanstack/react-router'

/** Addresses of the test centre, below the prefix of the current page. */
export function useTestPaths(productId: string) {
  const { pathname } = useLocation()
  const product = `${pathname.startsWith('/shared/') ? '/shared' : ''}/products/${encodeURIComponent(productId)}`
  const home = `${product}/testcenter`
  return {
    product,
    home,
    bed: (id: string) => `${home}/beds/${id}`,
    run: (id: string) => `${home}/runs/${id}`,
    compare: (id: string) => `${home}/compare/${id}`,
  }
}
