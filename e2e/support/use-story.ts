import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type Product, startProduct } from './product.ts'

/** The shared fixtures of a file's stories. */
export interface Story {
  readonly product: Product
  readonly browser: Browser
}

/**
 * For the top of a file of stories: one product and one browser for all of them, removed afterwards. Use the result
 * inside stories only.
 */
export function useStory(settings: Readonly<Record<string, string>> = {}): Story {
  let started: Story | undefined
  beforeAll(async () => {
    const [product, browser] = await Promise.all([startProduct(settings), launchBrowser()])
    started = { product, browser }
  })
  afterAll(async () => {
    await started?.browser.close()
    await started?.product.dispose()
  })
  const story = (): Story => {
    if (started === undefined) throw new Error('The product and the browser are there inside stories only')
    return started
  }
  return {
    get product() {
      return story().product
    },
    get browser() {
      return story().browser
    },
  }
}
