import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { accessibilityFindings } from '../support/accessibility.ts'
import { newVisitor, picture } from '../support/browser.ts'
import { motorWorkbook } from '../support/motor-workbook.ts'
import { pageCredentials } from '../support/page-credentials.ts'
import { publishInNewProduct } from '../support/publish-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()
const say = (key: string, values: Record<string, string> = {}) => text('en', key, values)
const sites: Server[] = []
/** One dark pixel. */
const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

afterAll(async () => {
  await Promise.all(
    sites.map(async (each) => {
      each.closeAllConnections()
      each.close()
      await once(each, 'close')
    }),
  )
})

/** A third-party site at its own origin. */
async function site(pageOf: () => string): Promise<string> {
  const server = createServer((_request, answer) => answer.setHeader('content-type', 'text/html').end(pageOf()))
  sites.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('shows a calculator in the pages of listed sites alone, grows with it, tells of results and goes on without a network', async () => {
  const { page, close } = await signedIn(story, 'supervisor@demo.test', { width: 1440, opens: false })
  const { productId, engineId } = await publishInNewProduct(page, 'Motor to embed', await motorWorkbook())
  const headers = await pageCredentials(page)
  const allowed = await page.request.put(`/api/v1/product/${productId}/engines/updateengine/${engineId}`, {
    headers,
    data: { mayLeave: true },
  })
  expect(allowed.status()).toBe(200)
  let snippet = ''
  const host = () => `<!doctype html><title>A broker</title><h1>A broker</h1>${snippet}<script>
    window.results = []
    document.querySelector('sheetwright-calculator').addEventListener('result', ({ detail }) => window.results.push(detail))
  </script>`
  const listed = await site(host)
  const other = await site(host)

  await page.goto(`/products/${productId}/links`)
  await page
    .getByRole('main')
    .getByRole('button', { name: say('VisitorLinks.new') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: say('VisitorLinks.engine') }).click()
  await page.getByRole('option', { name: 'Motor premium' }).click()
  const origins = dialog.getByLabel(say('VisitorLinks.embedOrigins')).first()
  await origins.fill(`${listed}/path`)
  await origins.press('Enter')
  await dialog.getByRole('button', { name: say('VisitorLinks.create') }).click()
  await dialog.getByText(say('VisitorLinks.originRule')).waitFor()
  await origins.press('Backspace')
  await origins.fill(listed)
  await origins.press('Enter')
  await dialog.getByRole('button', { name: say('VisitorLinks.create') }).click()
  await page.getByRole('button', { name: say('VisitorLinks.embedOf', { engine: 'Motor premium' }) }).click()
  snippet = await page.getByRole('dialog').locator('pre').first().innerText()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'embed-dialog-en')
  await page.keyboard.press('Escape')

  // The organisation has its own name, colour and logo.
  await page.goto('/admin?tab=tenant')
  await page.getByRole('textbox', { name: say('Tenant.brandName') }).fill('Fair Insurance')
  await page.getByRole('textbox', { name: say('Tenant.brandColour') }).fill('#b3261e')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: say('Tenant.chooseLogo') }).click(),
  ])
  await chooser.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  await page.getByRole('img', { name: say('Tenant.logo') }).waitFor()
  await page.getByRole('button', { name: say('Tenant.saveBrand'), exact: true }).click()
  await page.getByText(say('Tenant.saved')).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'brand-settings-en')

  const visitor = await newVisitor(story.browser, { origin: story.product.origin, width: 390 })
  await visitor.page.goto(listed)
  const frame = visitor.page.frameLocator('iframe')
  const email = 'framed@example.test'
  // The sign-in page already shows the organisation.
  await frame.getByText('Fair Insurance').waitFor()
  await picture(visitor.page, 'visitor-door-en')
  await frame.getByRole('textbox', { name: say('Users.email') }).fill(email)
  await frame.getByRole('button', { name: say('Visitor.send') }).click()
  await frame.getByRole('textbox', { name: say('Visitor.code') }).waitFor()
  await page.goto('/admin?tab=outbox')
  await page.getByRole('row').filter({ hasText: email }).click()
  await page.getByRole('dialog').getByText(say('Outbox.audited')).waitFor()
  const code = /\b\d{6}\b/.exec(await page.getByRole('dialog').innerText())?.[0] ?? ''
  await frame.getByRole('textbox', { name: say('Visitor.code') }).fill(code)
  await frame.getByRole('button', { name: say('Visitor.enter') }).click()
  await frame.getByText('919.77').first().waitFor()
  await frame.getByText('Fair Insurance').waitFor()
  // The frame is as high as its page, and the embedding site receives the result.
  await expect
    .poll(() => visitor.page.locator('iframe').evaluate((element) => element.getBoundingClientRect().height))
    .toBeGreaterThan(700)
  await expect
    .poll(() => visitor.page.evaluate(() => (window as unknown as { results: unknown[] }).results))
    .toContainEqual(
      expect.objectContaining({
        inputs: expect.objectContaining({ DriverAge: 34 }),
        outputs: expect.objectContaining({ MonthlyPremium: expect.any(Number) }),
      }),
    )
  await picture(visitor.page, 'embedded-calculator-en')

  // The network fails: the program in the page goes on.
  await frame.getByText(say('Calculator.here')).waitFor()
  await visitor.context.setOffline(true)
  await frame.getByRole('textbox', { name: 'Sum insured' }).fill('30000')
  await frame.getByText('1,283.40').first().waitFor()
  await visitor.context.setOffline(false)

  await visitor.page.goto(other)
  await expect.poll(() => visitor.page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/')
  await visitor.close()
  await close()
})
