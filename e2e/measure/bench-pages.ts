import path from 'node:path'
import type { Page } from 'playwright-core'
import { type CalculatorPages, openProduct, publishForPages } from './calculator-pages.ts'

/**
 * Measures pages: `npm run bench:pages`. Requests that reach the server, compressed bytes and the time until the
 * content is shown, for eight pages, with an empty and a warm cache; times also as multiples of a static file of the same
 * server. ROUNDS is the number of warm loads per page; LIST=1 prints the requests of a warm page.
 */
const rounds = Number(process.env['ROUNDS'] ?? 10)
/** Maximum number of requests of a warm page. */
const mostWarm = 12
const demo = path.join(import.meta.dirname, '../../packages/server/demo/Motor premium.xlsx')

interface Load {
  readonly requests: number
  readonly names: readonly string[]
  readonly bytes: number
  readonly millis: number
}

const pages = await openProduct()
try {
  await publishForPages(pages, { name: 'Premium', file: demo })
  const product = `/products/${pages.productId}`
  const shown = (text: string) => async (page: Page) => page.getByRole('heading', { name: text }).first().waitFor()
  const measured: readonly (readonly [name: string, address: string, ready: (page: Page) => Promise<void>])[] = [
    ['catalogue', '/', shown('Products')],
    ['product', product, async (page) => page.getByText('Calls in 30 days').waitFor()],
    ['engine', `${product}/engines/Premium`, shown('Premium')],
    [
      'tester',
      `${product}/engines/Premium/apiTester/test`,
      async (page) => page.getByRole('textbox').first().waitFor(),
    ],
    ['documents', `${product}/documents/serviceDocumentation`, shown('Documents')],
    ['users', '/admin/users', shown('Users')],
    ['insights', '/insights', shown('Insights')],
    ['insights of a product', `${product}/insights`, shown('Insights')],
  ]
  const still = await averageOf(() => load(pages, '/favicon.svg', async () => undefined))
  process.stdout.write(`static file: ${still.millis.toFixed(0)} ms\n`)
  let tooMany = 0
  for (const [name, address, ready] of measured) {
    const devtools = await pages.page.context().newCDPSession(pages.page)
    await devtools.send('Network.clearBrowserCache')
    await devtools.detach()
    const cold = await load(pages, address, ready)
    const warm = await averageOf(() => load(pages, address, ready))
    if (warm.requests > mostWarm) tooMany++
    if (process.env['LIST'] === '1') process.stdout.write(`  ${warm.names.join('\n  ')}\n`)
    process.stdout.write(`${name}: cold ${line(cold, still)}; warm ${line(warm, still)}\n`)
  }
  process.stdout.write(`pages with more than ${mostWarm} requests when warm: ${tooMany}\n`)
} finally {
  await pages.close()
}

function line({ requests, bytes, millis }: Load, still: Load): string {
  const multiple = (millis / still.millis).toFixed(1)
  return `${requests.toFixed(0)} requests, ${(bytes / 1024).toFixed(0)} KB, ${millis.toFixed(0)} ms (${multiple} times a static file)`
}

/** The median of all rounds, by time. */
async function averageOf(measure: () => Promise<Load>): Promise<Load> {
  const loads: Load[] = []
  for (let round = 0; round < rounds; round++) loads.push(await measure())
  const median = loads.toSorted((a, b) => a.millis - b.millis)[Math.floor(loads.length / 2)]
  if (median === undefined) throw new Error('ROUNDS has to be at least 1')
  return median
}

/** Loads a page afresh. Cache hits do not count; the stream of live events does. */
async function load({ page }: CalculatorPages, address: string, ready: (page: Page) => Promise<void>): Promise<Load> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const cached = new Set<string>()
  const asked = new Map<string, string>()
  let bytes = 0
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) asked.set(requestId, `${request.method} ${new URL(request.url).pathname}`)
  })
  devtools.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId))
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) cached.add(requestId)
  })
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  const from = performance.now()
  await page.goto(address)
  await ready(page)
  const millis = performance.now() - from
  // Requests after the content count too, because they keep the server busy. The event stream never ends, so don't wait
  // for the network to be idle.
  await page.waitForFunction(
    () =>
      performance.now() - Math.max(...performance.getEntriesByType('resource').map((entry) => entry.startTime), 0) >
      500,
  )
  await devtools.detach()
  const names = [...asked].flatMap(([id, name]) => (cached.has(id) ? [] : [name]))
  return { requests: names.length, names, bytes, millis }
}
