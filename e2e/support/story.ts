import type { Browser } from 'playwright-core'
import type { ProductOfStory } from './launch-product.ts'

/** The shared fixtures of a file's stories. */
export interface Story<P extends ProductOfStory = ProductOfStory> {
  readonly product: P
  readonly browser: Browser
}
