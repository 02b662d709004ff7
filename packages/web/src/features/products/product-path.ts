/** The route of a product's page; shared products have their own address. */
export function productPath(shared: boolean) {
  return shared ? '/shared/products/$productId' : '/products/$productId'
}
