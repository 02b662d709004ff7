import { afterAll, beforeAll, inject } from 'vitest'
import { addTenant } from '../../packages/server/test/support/add-tenant.ts'
import { launchBrowser, workerBrowser } from './browser.ts'
import type { ProductOfStory } from './launch-product.ts'
import { type Product, startProduct } from './product.ts'
import { password } from './signed-in.ts'
import type { Story } from './story.ts'
import { closeUsedWindows } from './windows.ts'

/**
 * For the top of a file of stories: a new tenant of the running product that all such files share, because starting
 * one and loading its pages for the first time takes more of a core than most stories. Use the result inside stories
 * only.
 */
export function useStory(): Story {
  return useFixtures(
    async () => {
      const { origin, data } = inject('sharedProduct')
      const [tenant, browser] = await Promise.all([addTenant(data, password), workerBrowser()])
      return { product: { origin, tenant, passwords: {} }, browser }
    },
    ({ browser }) => closeUsedWindows(browser),
  )
}

/**
 * As `useStory`, with a product and a browser for this file alone: for stories that need other settings, change or see
 * what all tenants share, or stop the product.
 */
export function useStoryAlone(settings: Readonly<Record<string, string>> = {}): Story<Product> {
  return useFixtures(
    async () => {
      const [product, browser] = await Promise.all([startProduct(settings), launchBrowser()])
      return { product, browser }
    },
    async ({ browser, product }) => {
      await browser.close()
      await product.dispose()
    },
  )
}

function useFixtures<P extends ProductOfStory>(
  start: () => Promise<Story<P>>,
  end: (story: Story<P>) => Promise<void>,
): Story<P> {
  let started: Story<P> | undefined
  beforeAll(async () => {
    started = await start()
  })
  afterAll(async () => {
    if (started !== undefined) await end(started)
  })
  const story = (): Story<P> => {
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
