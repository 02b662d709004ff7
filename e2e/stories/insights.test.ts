import { expect, it } from 'vitest'
import { enginePages } from '../pages/engines.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { motorWorkbook } from '../support/motor-workbook.ts'
import { pageCredentials } from '../support/page-credentials.ts'
import { publishInNewProduct } from '../support/publish-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()

it('a supervisor drills from all products to one engine, its durations, values and slowest call', async () => {
  const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
  const engines = enginePages(page, 'en')
  const { say } = engines
  const { productId, engineId } = await publishInNewProduct(page, 'Looked at', await motorWorkbook())
  const headers = await pageCredentials(page)
  for (const DriverAge of [22, 34, 51, 67]) {
    const answer = await page.request.post(`/api/v1/product/${productId}/engines/Execute/${engineId}`, {
      headers,
      data: { request_data: { inputs: { DriverAge } } },
    })
    expect(answer.status()).toBe(200)
  }
  await page.goto('/insights')
  const totals = page.getByLabel(say('Insights.totals'))
  await totals.getByText(say('Insights.calls'), { exact: true }).waitFor()
  const measures = page.getByRole('table', { name: 'By product' })
  const product = measures.getByRole('row').nth(1)
  // Calls are written in groups, a moment after the response.
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: say('Insights.refresh') }).click()
        await measures
          .or(page.getByText(say('Insights.noCalls'), { exact: true }))
          .first()
          .waitFor()
        return product.count()
      },
      { interval: 500 },
    )
    .toBe(1)
  const chart = page.getByRole('figure', {
    name: say('Insights.compared', { counter: say('Insights.calls') }),
  })
  await chart.locator('svg.recharts-surface').first().waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'insights-en')

  const png = await engines.saved(() =>
    chart
      .getByRole('button', {
        name: say('Chart.pngOf', { title: say('Insights.compared', { counter: say('Insights.calls') }) }),
      })
      .click(),
  )
  expect(png.content.subarray(1, 4).toString()).toBe('PNG')
  await chart.getByText(say('Chart.table'), { exact: true }).click()
  await chart.getByRole('columnheader', { name: say('Insights.periodBefore') }).waitFor()

  await product.click()
  const byEngine = page.getByRole('table', { name: 'By engine' })
  await byEngine.getByRole('row').nth(1).click()
  const versions = page.getByRole('table', { name: 'By version' })
  await versions.getByRole('row').nth(1).waitFor()
  expect(new URL(page.url()).searchParams.has('engine')).toBe(true)
  const csv = await engines.saved(() => page.getByRole('button', { name: say('Insights.csv'), exact: true }).click())
  expect(csv.content.toString()).toContain(say('Insights.failedRecords'))
  await page.getByRole('table', { name: say('Insights.values') }).waitFor()
  await picture(page, 'insights-engine-en')

  // A filter can be removed; the range stays.
  await page.getByRole('combobox', { name: say('Insights.range'), exact: true }).click()
  await page.getByRole('option', { name: say('Insights.rangeDay') }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('range')).toBe('24h')
  await page.getByRole('button', { name: /^Remove Engine/ }).click()
  await byEngine.getByRole('row').nth(1).waitFor()
  expect(new URL(page.url()).searchParams.get('range')).toBe('24h')

  await page
    .getByRole('table', { name: say('Insights.slowest') })
    .getByRole('link')
    .first()
    .click()
  await engines.dialog.waitFor()
  expect(new URL(page.url()).pathname).toMatch(/\/history$/)

  await page.goto(page.url().replace(/\/history.*$/, '/performance'))
  await page
    .getByRole('table', { name: say('Performance.byFormula') })
    .getByRole('row')
    .nth(1)
    .waitFor()
  await page
    .getByRole('table', { name: say('Insights.slowest') })
    .getByRole('link')
    .first()
    .waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'performance-en')

  const productPath = /^\/products\/[^/]+/.exec(new URL(page.url()).pathname)?.[0] ?? ''
  await page.goto(`${productPath}/apidocs`)
  const docs = page.getByRole('table', { name: say('ApiDocs.title') })
  await docs.getByRole('row').nth(1).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  const html = await engines.saved(() => docs.getByRole('button', { name: /^HTML/ }).first().click())
  expect(html.name).toMatch(/_api\.html$/)
  expect(html.content.toString()).toContain('API documentation of')
  await page.getByText(say('ApiDocs.saved')).waitFor()
  const pdf = await engines.saved(() => docs.getByRole('button', { name: /^PDF/ }).first().click())
  expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-')
  await picture(page, 'api-docs-en')

  await page.goto(`${productPath}/usage`)
  await page.getByRole('table', { name: say('UsageDetails.engines') }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'usage-details-en')
  await page.goto(`${productPath}/versions`)
  const versionTable = page.getByRole('table', { name: say('VersionOverview.title') })
  await versionTable.getByText(say('VersionOverview.inEffect')).first().waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'version-overview-en')
  await page.getByRole('textbox', { name: say('VersionOverview.date'), exact: true }).fill('2001-01-01')
  await expect.poll(() => versionTable.getByText(say('VersionOverview.inEffect')).count()).toBe(0)
  expect(complaints).toEqual([])
  await close()
})

it('insights read in Japanese, in the dark', async () => {
  const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', {
    language: 'ja',
    width: 1024,
    colorScheme: 'dark',
    opens: false,
  })
  await page.goto('/insights?by=caller')
  await page.getByRole('figure', { name: text('ja', 'Insights.percentiles') }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'insights-ja')
  await page.goto('/')
  await page.locator('a[href*="/products/"]').first().click()
  await page.getByRole('link', { name: text('ja', 'ApiDocs.title') }).click()
  await page
    .getByRole('button', { name: text('ja', 'ApiDocs.html') })
    .first()
    .waitFor()
  await picture(page, 'api-docs-ja')

  // The menu of a product has no entry of an area that is switched off.
  const productMenu = page.getByRole('navigation', { name: text('ja', 'SideMenu.product') })
  const entry = productMenu.getByRole('link', { name: text('ja', 'Insights.title'), exact: true })
  await entry.waitFor()
  const productPage = page.url()
  for (const isOff of [true, false]) {
    await page.goto('/admin?tab=areas')
    await page.getByRole('switch', { name: text('ja', 'Area.ShowInsights') }).click()
    await expect.poll(() => page.getByRole('link', { name: text('ja', 'Insights.title') }).count()).toBe(isOff ? 0 : 1)
    await page.goto(productPage)
    await productMenu.getByRole('link', { name: text('ja', 'ApiDocs.title') }).waitFor()
    await entry.waitFor({ state: isOff ? 'hidden' : 'visible' })
  }
  expect(complaints).toEqual([])
  await close()
})
