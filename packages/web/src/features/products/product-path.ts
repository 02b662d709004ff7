/** The route of a product's page; shared products are opened under an address of their own. */
export function productPath(shared: boolean) {
  return shared ? '/shared/products/$productId' : '/products/$productId'
}
