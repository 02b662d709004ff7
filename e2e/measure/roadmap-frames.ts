import { chromium, type Page } from 'playwright-core'
import { launchProduct } from '../support/launch-product.ts'
import { pageCredentials } from '../support/page-credentials.ts'
import { signedIn } from '../support/signed-in.ts'
import { framesDuring, print } from './frames.ts'

/**
 * Measures how smoothly a roadmap of many products scrolls and drags, in a real Chromium: `npm run measure:roadmap`.
 * `PRODUCTS=500` is the number of products.
 */
const products = Number(process.env['PRODUCTS'] ?? 500)
const executablePath = process.env['SHEETWRIGHT_CHROMIUM'] ?? '/usr/bin/chromium'

const product = await launchProduct({ SHEETWRIGHT_REQUESTS_PER_MINUTE: '100000' })
const browser = await chromium.launch({
  executablePath,
  args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
try {
  const { page } = await signedIn({ browser, product }, 'supervisor@demo.test')
  await addProducts(page)
  const begun = performance.now()
  await page.goto('/roadmap')
  await page.locator('[data-bar]').first().waitFor()
  print('first bars', [performance.now() - begun])

  print('scroll down', await framesDuring(page, () => scroll(page, 0, 60, 120)))
  print('scroll sideways', await framesDuring(page, () => scroll(page, 40, 0, 120)))
  await page.getByRole('button', { name: 'Today' }).click()
  await page.locator('section').evaluateAll((all) => {
    for (const one of all) one.scrollTo({ top: 0 })
  })
  print('drag a bar with its dependents', await framesDuring(page, () => drag(page)))
} finally {
  await browser.close()
  await product.dispose()
}

/** Products of half a year each; every second one depends on the one before. */
async function addProducts(page: Page): Promise<void> {
  await page.goto('/board')
  const headers = await pageCredentials(page)
  const today = Date.now()
  const day = (days: number) => new Date(today + days * 86_400_000).toISOString().slice(0, 10)
  let before: string | undefined
  for (let n = 0; n < products; n++) {
    const start = n % 400
    const made = await page.request.post('/api/v1/product/create', {
      headers,
      multipart: { Name: `Product ${n}`, StartDate: day(start), LaunchDate: day(start + 180) },
    })
    if (!made.ok()) throw new Error(`Product ${n} was not added: ${await made.text()}`)
    const { data } = (await made.json()) as { data: { id: string } }
    if (n % 2 === 1 && before !== undefined) {
      const body = { productId: data.id, dependencies: [before] }
      await page.request.post('/api/v1/productroadmap/setdependencies', { headers, data: body })
    }
    before = data.id
  }
}

async function scroll(page: Page, x: number, y: number, steps: number): Promise<void> {
  await page.evaluate(
    async ({ x: byX, y: byY, steps: count }) => {
      const chart = document.querySelector('[data-bar]')?.closest('section')
      for (let step = 0; step < count; step++) {
        chart?.scrollBy(byX, byY)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
    },
    { x, y, steps },
  )
}

async function drag(page: Page): Promise<void> {
  const box = await page.locator('[data-bar]').first().boundingBox()
  if (box === null) throw new Error('There is no bar')
  const [x, y] = [box.x + 80, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= 60; step++) await page.mouse.move(x + step * 4, y)
  await page.mouse.up()
}
