/** The product and the area that the address names. */
export interface CurrentPlace {
  readonly productId: string | undefined
  readonly shared: boolean
  readonly admin: boolean
}

export function currentPlace(path: string): CurrentPlace {
  const product = /^(?:\/shared)?\/products\/([^/]+)/.exec(path)?.[1]
  return {
    productId: product === undefined ? undefined : decodeURIComponent(product),
    shared: path.startsWith('/shared'),
    admin: path === '/admin' || path.startsWith('/admin/'),
  }
}

/** The link to share a product with. */
export function shareLink(origin: string, place: CurrentPlace): string {
  return `${origin}${place.shared ? '/shared' : ''}/products/${encodeURIComponent(place.productId ?? '')}`
}
