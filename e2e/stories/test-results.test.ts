import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { workbookFile } from '../../packages/server/demo/workbook-file.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { motorWorkbook } from '../support/motor-workbook.ts'
import { pageCredentials } from '../support/page-credentials.ts'
import { publishInNewProduct } from '../support/publish-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()
const say = (key: string, values?: Readonly<Record<string, string>>) => text('en', key, values)

/** Console messages of the refusals that the story provokes, and of the engine without a proxy URL. */
const unexpected = (complaints: readonly string[]) => complaints.filter((each) => !/status of 40[04]/.test(each))

function file(name: string, lines: readonly string[]) {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
}

/** Uploads cases on a product's test page, and runs them. */
async function runCases(page: Page, productId: string, cases: ReturnType<typeof file>) {
  await page.goto(`/products/${productId}/testcenter`)
  await page
    .getByRole('button', { name: say('Tests.upload') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(cases)
  await dialog.getByRole('button', { name: say('Tests.upload.submit'), exact: true }).click()
  await page.getByRole('button', { name: say('Tests.run'), exact: true }).click()
  await dialog.getByRole('button', { name: /^Run [\d,]+ cases?$/ }).click()
}

async function uploadDraft(page: Page, workbook: Buffer): Promise<string> {
  const answer = await page.request.post('/api/v1/product/Motor/engines/add', {
    headers: await pageCredentials(page),
    multipart: {
      data: JSON.stringify({ serviceName: 'Motor premium', publish: false }),
      file: { name: 'Motor premium.xlsx', mimeType: 'application/octet-stream', buffer: workbook },
    },
  })
  expect(answer.status()).toBe(200)
  return ((await answer.json()) as { data: { versionId: string } }).data.versionId
}

it('a failed case leads to its cause, versions are compared over a portfolio, calls are replayed, and another person approves', async () => {
  const { page, complaints, close } = await signedIn(story, 'user@demo.test', { opens: false })
  const { productId, engineId } = await publishInNewProduct(page, 'Motor', await motorWorkbook())
  const version = await uploadDraft(page, await motorWorkbook({ rate: 0.033 }))
  const dialog = page.getByRole('dialog')
  const cases = [
    '#Case,#Weight,#Segment,DriverAge,VehicleClass,Expected: AnnualPremium',
    'young,2,Town,20,A,1',
    'middle,10,Town,40,B,919.77',
    'old,5,Country,70,C,',
  ]
  await runCases(page, productId, file('Quotes.csv', cases))
  await page.getByRole('row', { name: /young/ }).click()
  await dialog.getByRole('link', { name: say('Explain.open', { cell: 'Quote!B12' }) }).waitFor()
  await picture(page, 'failed-case-en')
  const runAddress = page.url()
  await dialog.getByRole('link', { name: say('Explain.open', { cell: 'Quote!B12' }) }).click()
  const tree = page.getByRole('list', { name: say('Explain.title') })
  await tree.getByText('Quote!B10').first().waitFor()
  await tree.getByText('1.8').first().waitFor()
  await page.getByRole('button', { name: /^All \d+$/ }).click()
  await page.getByRole('menuitem', { name: say('Engine.tab.history') }).waitFor()
  await picture(page, 'explain-failed-case-en')
  expect(await accessibilityFindings(page)).toEqual([])
  await page.keyboard.press('Escape')

  // The draft has another rate, where the two calculations diverge.
  await page.goto(runAddress)
  await page.getByRole('button', { name: say('Tests.compare'), exact: true }).click()
  await dialog.getByRole('combobox', { name: say('Tests.compareWith') }).click()
  await page.getByRole('option', { name: /Draft/ }).click()
  await dialog.getByRole('button', { name: say('Tests.compare'), exact: true }).click()
  await page.getByRole('row', { name: /young/ }).click()
  const first = dialog.getByRole('table', { name: say('Tests.firstCells') })
  await first.getByText('Rates!B2').waitFor()
  await picture(page, 'why-en')
  await page.keyboard.press('Escape')
  const segments = page.getByRole('table', { name: say('Tests.segments') })
  await segments.getByRole('row', { name: /^Country/ }).waitFor()
  await page.getByRole('combobox', { name: say('Tests.segmentBy') }).click()
  await page.getByRole('option', { name: 'VehicleClass' }).click()
  await segments.getByRole('row', { name: /^B 1/ }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: say('Tests.export') })
      .click()
      .then(() => page.getByRole('menuitem', { name: 'PDF' }).click()),
  ])
  expect(download.suggestedFilename()).toMatch(/\.pdf$/)
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'impact-en')

  // Regression: the file is named after the engine.
  await page.goto(`/products/${productId}/testcenter`)
  await page.getByRole('button', { name: say('Regression.title') }).click()
  await dialog.locator('input[type=file]').setInputFiles(file('Motor premium.csv', cases))
  await dialog.getByRole('button', { name: say('Regression.submit'), exact: true }).click()
  await page.getByText(/1 run was started/).waitFor()

  // Replay: the results callers would have got from the draft.
  const called = await page.request.post('/api/v1/product/Motor/engines/Execute/Motor premium', {
    headers: await pageCredentials(page),
    data: { request_data: { inputs: { DriverAge: 51 } } },
  })
  expect(called.status()).toBe(200)
  await page.goto(`/products/${productId}/engines/${engineId}/history`)
  await page.getByRole('row').nth(1).waitFor()
  await page.goto(`/products/${productId}/testcenter/logs`)
  await page.getByRole('row', { name: /Regression Motor premium/ }).waitFor()
  await page.getByRole('button', { name: say('Tests.generate') }).click()
  await dialog.getByRole('combobox', { name: say('Tests.method') }).click()
  await page.getByRole('option', { name: say('Tests.method.calls') }).click()
  await dialog.getByRole('checkbox', { name: say('Tests.replayAtOnce') }).check()
  await dialog.getByRole('combobox', { name: say('Tests.candidate') }).click()
  await page.getByRole('option', { name: /Draft/ }).click()
  await dialog.getByRole('button', { name: say('Tests.replay'), exact: true }).click()
  await page.waitForURL(/\/testcenter\/runs\//)
  await page.getByText(say('Tests.kind.replay'), { exact: true }).waitFor()
  await page.getByText(say('Tests.verdict.failed'), { exact: true }).first().waitFor()
  await picture(page, 'replay-en')

  // Four eyes: the author asks, another person approves, the author publishes.
  const rules = await page.request.post(`/api/v1/product/${productId}/publishrules`, {
    headers: await pageCredentials(page),
    data: { fourEyes: true, testbedIds: [] },
  })
  expect(rules.status()).toBe(200)
  const review = `/products/${productId}/engines/${engineId}/review?version=${version}`
  await page.goto(review)
  const effect = page.getByRole('figure', { name: /Effect on the results/ })
  await effect.scrollIntoViewIfNeeded()
  await picture(page, 'review-effect-en')
  const approval = page.getByRole('region', { name: say('Gate.approval') })
  await approval.getByRole('textbox', { name: say('Gate.requestNote') }).fill('Rates of spring')
  await approval.getByRole('button', { name: say('Gate.request') }).click()
  await approval.getByText(say('Gate.ownRequest')).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  const other = await signedIn(story, 'supervisor@demo.test', { opens: false })
  await other.page.goto(review)
  const decision = other.page.getByRole('region', { name: say('Gate.approval') })
  await decision.getByRole('textbox', { name: say('Gate.comment') }).fill('Agreed with pricing')
  await decision.getByRole('button', { name: say('Gate.approve') }).click()
  await decision.getByText(/Agreed with pricing/).waitFor()
  await picture(other.page, 'approved-en')
  await page.reload()
  await page.getByRole('textbox', { name: say('PublishChecks.reason') }).fill('Approved by pricing')
  await page.getByRole('textbox', { name: say('Publish.note') }).fill('Rates of spring')
  await page.getByRole('button', { name: /^Publish / }).click()
  await page.getByRole('tab', { name: say('Engine.tab.review') }).waitFor({ state: 'detached' })
  expect(unexpected([...complaints, ...other.complaints])).toEqual([])
  await Promise.all([close(), other.close()])
})

it('a table among the outputs is shown as one, with the values that differ', async () => {
  const { page, complaints, close } = await signedIn(story, 'user@demo.test', { opens: false })
  const { productId } = await publishInNewProduct(
    page,
    'Schedule',
    await workbookFile({
      application: 'Microsoft Excel',
      sheets: [
        {
          name: 'Plan',
          cells: {
            A1: 'Year',
            B1: 'Balance',
            A2: 2026,
            B2: { formula: '=D1*2', saved: 2000 },
            A3: 2027,
            B3: { formula: '=D1*3', saved: 3000 },
            D1: 1000,
          },
        },
      ],
      names: [
        { name: 'Xinput_Amount', refersTo: 'Plan!$D$1' },
        { name: 'Xoutput_Schedule', refersTo: 'Plan!$A$1:$B$3' },
      ],
    }),
  )
  const expected = JSON.stringify([
    { Year: 2026, Balance: 2000 },
    { Year: 2027, Balance: 3500 },
  ])
  const quoted = `"${expected.replaceAll('"', '""')}"`
  await runCases(page, productId, file('Plans.csv', ['#Case,Amount,Expected: Schedule', `first,1000,${quoted}`]))
  // The list tells its size, and that something differs.
  const row = page.getByRole('row', { name: /first/ })
  await row.getByText('2 rows ≠').waitFor()
  await row.click()
  const table = page.getByRole('dialog').getByRole('table', { name: 'Schedule' })
  expect(await table.getByRole('row', { name: /2026/ }).innerText()).not.toContain('≠')
  await table.getByRole('row', { name: /2027.*3000.*≠.*3500/ }).waitFor()
  expect(await page.getByRole('dialog').getByText('[{').count()).toBe(0)
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'table-case-en')
  await page.keyboard.press('Escape')
  // So do the cases, where it is edited as JSON.
  await page.getByRole('link', { name: 'Plans', exact: true }).click()
  const cell = page.getByRole('gridcell', { name: '2 rows', exact: true })
  await cell.press('Enter')
  expect(await page.getByRole('textbox', { name: /Schedule/ }).inputValue()).toBe(expected)
  expect(unexpected(complaints)).toEqual([])
  await close()
})

it('a long run is cancelled', async () => {
  const { page, complaints, close } = await signedIn(story, 'user@demo.test', { opens: false })
  const count = 300_000
  const { productId } = await publishInNewProduct(
    page,
    'Slow',
    await workbookFile({
      application: 'Microsoft Excel',
      sheets: [
        {
          name: 'Sum',
          cells: { B1: 2, B2: { formula: `=SUMPRODUCT(ROW($1:$${count})*B1)`, saved: count * (count + 1) } },
        },
      ],
      names: [
        { name: 'Xinput_Factor', refersTo: 'Sum!$B$1' },
        { name: 'Xoutput_Sum', refersTo: 'Sum!$B$2' },
      ],
    }),
  )
  await runCases(page, productId, file('Factors.csv', ['Factor', ...Array.from({ length: 3000 }, (_, i) => String(i))]))
  await page.getByRole('button', { name: say('Tests.cancel') }).click()
  await page.getByText(say('JobStatus.Cancelled'), { exact: true }).waitFor()
  await picture(page, 'cancelled-en')
  expect(unexpected(complaints)).toEqual([])
  await close()
})
