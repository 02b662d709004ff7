import { inject } from 'vitest'
import { type Launch, launchProduct, type Product } from './launch-product.ts'

export type { Product }

/** A freshly started product. Its database is a copy, which saves creating one for each file. */
export async function startProduct(settings: Readonly<Record<string, string>> = {}, launch?: Launch): Promise<Product> {
  return launchProduct(settings, launch, launch === undefined ? inject('firstStart') : undefined)
}
