import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { cataloguePage } from '../pages/catalogue.ts'
import { launchBrowser } from '../support/browser.ts'
import { type Product, startProduct } from '../support/product.ts'
import { signedIn } from '../support/signed-in.ts'

interface Report {
  readonly path: string
  readonly body: string
}

/** Stands in for third-party collectors: accepts cross-origin requests from browsers. */
const reports: Report[] = []
let collector: Server
let address: string
let product: Product
let browser: Browser

beforeAll(async () => {
  collector = createServer((request, response) => {
    const take = async () => {
      reports.push({ path: request.url ?? '', body: await text(request) })
      response.setHeader('access-control-allow-origin', '*').end('{}')
    }
    void take()
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const bound = collector.address()
  address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`
  ;[product, browser] = await Promise.all([
    startProduct({
      SENTRY_DSN: `${address.replace('//', '//key@')}/7`,
      SHEETWRIGHT_USERPILOT_TOKEN: 'token of the tool',
      SHEETWRIGHT_USER_ANALYTICS_URL: `${address}/usage`,
    }),
    launchBrowser(),
  ])
})
afterAll(async () => {
  await browser?.close()
  await product?.dispose()
  collector?.close()
})

const visits = () =>
  reports.filter(({ path }) => path === '/usage').map(({ body }) => JSON.parse(body) as Record<string, unknown>)
const arrived = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 50 })

it('tells the configured tools of pages, products and errors, and nothing about people but the name', async () => {
  const { page, complaints, close } = await signedIn({ browser, product }, 'supervisor@demo.test')
  await arrived(() => expect(visits()).toContainEqual(expect.objectContaining({ page: '/', productName: null })))
  const { displayName } = visits()[0] ?? {}
  expect(displayName).toEqual(expect.stringMatching(/\S/))

  await cataloguePage(page, 'en').create('Watched product')
  await page.getByRole('heading', { name: 'Watched product', exact: true }).waitFor()
  const { pathname } = new URL(page.url())
  const product1 = { token: 'token of the tool', displayName, productName: 'Watched product' }
  await arrived(() => expect(visits()).toContainEqual({ ...product1, page: pathname }))
  await page.evaluate(() => {
    window.location.hash = 'notes'
  })
  await arrived(() => expect(visits()).toContainEqual({ ...product1, page: `${pathname}#notes` }))

  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('It broke in the browser')
    })
  })
  const errors = () =>
    reports.filter(({ path, body }) => path.startsWith('/api/7/') && body.includes('It broke in the browser'))
  await arrived(() => expect(errors()).not.toEqual([]))
  const sent = reports.map(({ body }) => body).join('\n')
  expect(sent).not.toContain('supervisor@demo.test')
  expect(sent).not.toContain('return_url')
  expect(complaints.filter((line) => !line.includes('It broke in the browser'))).toEqual([])
  await close()
})

it('tells nobody anything where no tool is configured', async () => {
  const plain = await startProduct()
  const { page, complaints, close } = await signedIn({ browser, product: plain }, 'supervisor@demo.test', {
    opens: false,
  })
  const answer = await page.goto('/')
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy).toMatch(/connect-src 'self'(;|$)/)
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(plain.origin) && /^https?:/.test(request.url())) elsewhere.push(request.url())
  })
  await cataloguePage(page, 'en').create('Unwatched')
  await page.getByRole('heading', { name: 'Unwatched', exact: true }).waitFor()
  expect(elsewhere).toEqual([])
  expect(complaints).toEqual([])
  await close()
  await plain.dispose()
})
