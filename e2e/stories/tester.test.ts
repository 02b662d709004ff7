import { describe, expect, it } from 'vitest'
import { workbookFile } from '../../packages/server/demo/workbook-file.ts'
import { cataloguePage } from '../pages/catalogue.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { runOnCommandLine } from '../support/command-line.ts'
import { motorWorkbook } from '../support/motor-workbook.ts'
import { rootWorkbook } from '../support/root-workbook.ts'
import { publishInNewProduct, publishWorkbook } from '../support/publish-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()

/** In the workbook's format for premiums. */
const amount = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

describe.each([
  { language: 'en', width: 1440, colorScheme: 'light', name: 'Tariff to try' },
  { language: 'ja', width: 1024, colorScheme: 'dark', name: '試用料率' },
] as const)('the tester in $language', ({ language, width, colorScheme, name }) => {
  const say = (key: string, values: Record<string, string> = {}) => text(language, key, values)

  it('runs an engine, compares runs and gives the request as code', async () => {
    const { page, context, complaints, close } = await signedIn(story, 'supervisor@demo.test', {
      language,
      width,
      colorScheme,
      opens: false,
    })
    const workbook = await motorWorkbook()
    const { productId, engineId } = await publishInNewProduct(page, name, workbook)
    await page.goto(`/products/${productId}/engines/${engineId}/apiTester/test`)
    await page.getByText(say('Tester.ready.title')).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `tester-ready-${language}`)

    // The numbers on the screen equal those of the command line.
    const output = page
      .getByRole('table', { name: say('Tester.outputs') })
      .getByRole('row')
      .filter({ hasText: 'AnnualPremium' })
    const run = () => page.keyboard.press('Control+Enter')
    await page.getByRole('textbox', { name: 'DriverAge' }).fill('22')
    await run()
    await output.waitFor()
    const expected = await runOnCommandLine(workbook, { DriverAge: 22 })
    const shown = (outputs: Readonly<Record<string, unknown>>) =>
      output.getByText(amount.format(Number(outputs['AnnualPremium'])), { exact: true }).waitFor()
    await shown(expected)
    expect(await accessibilityFindings(page)).toEqual([])

    // A table is pasted from a spreadsheet, hundreds of rows at once.
    const grid = page.getByRole('grid', { name: 'Claims' })
    await grid.locator('[data-cell="0/0"]').click()
    await page.evaluate((rows) => {
      const transfer = new DataTransfer()
      transfer.setData('text/plain', rows)
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true }))
    }, '2023\t10\n2024\t99\n2025\t250.5')
    await grid.getByText('250.5').waitFor()
    await run()
    const second = await runOnCommandLine(workbook, {
      DriverAge: 22,
      Claims: [
        { Year: 2023, Amount: 10 },
        { Year: 2024, Amount: 99 },
        { Year: 2025, Amount: 250.5 },
      ],
    })
    await shown(second)
    // The keys that run it do not open the cell that has the focus.
    expect(await grid.locator('input').count()).toBe(0)
    await output.locator('[data-changed]').waitFor()
    // The button, which is disabled while it works, keeps the focus.
    const runButton = page.getByRole('button', { name: say('Tester.run'), exact: true })
    await runButton.press('Enter')
    await expect.poll(() => runButton.evaluate((found) => found === document.activeElement)).toBe(true)
    await expect.poll(() => output.locator('[data-changed]').count()).toBe(0)
    expect(await runButton.evaluate((found) => found === document.activeElement)).toBe(true)
    await picture(page, `tester-run-${language}`)
    // The results fit into their panel.
    const missing = await output.evaluate((row) => {
      const panel = row.closest('table')!.parentElement!
      return panel.scrollWidth - panel.clientWidth
    })
    expect(missing).toBe(0)

    // Bad input is reported at its field, in the workbook's words.
    await page.getByRole('textbox', { name: 'DriverAge' }).fill('7')
    await run()
    await page.getByText('Drivers are 18 to 99 years old.').first().waitFor()
    await picture(page, `tester-refused-${language}`)

    // Without a network, a run fails at once and does not wait to be made later.
    await context.setOffline(true)
    await run()
    await page.getByText(say('Error.UNABLE_TO_CONNECT')).first().waitFor()
    await context.setOffline(false)

    await page.getByText(say('Tester.json'), { exact: true }).click()
    await page.getByRole('textbox', { name: say('Tester.json') }).fill('{"DriverAge": 40')
    await page.getByText(say('Tester.notJson')).waitFor()
    await page.getByRole('textbox', { name: say('Tester.json') }).fill('{"DriverAge": 40}')
    await run()
    await output.waitFor()

    // A run that is not over when another tab is opened is in the history, too.
    const { promise: left, resolve: leave } = Promise.withResolvers<void>()
    await page.route(
      '**/Execute/**',
      async (route) => {
        await left
        await route.continue()
      },
      { times: 1 },
    )
    const review = page.getByRole('tab', { name: say('Tester.review') })
    const before = await review.textContent()
    await run()
    await review.click()
    await page.getByRole('table', { name: say('Tester.compare.title') }).waitFor()
    leave()
    await expect.poll(() => review.textContent()).not.toBe(before)
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `tester-review-${language}`)

    await page.getByRole('tab', { name: say('Tester.docs') }).click()
    await page.getByText('curl --request POST').first().waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `tester-docs-${language}`)
    // The steps of a solve are shown, and the run can be downloaded as workbook and as report.
    const seeking = `${name} 2`
    await page.goto('/')
    await cataloguePage(page, language).create(seeking)
    await page.getByRole('heading', { name: seeking, exact: true }).waitFor()
    const seek = await publishWorkbook(page, seeking, await rootWorkbook())
    await page.goto(`/products/${seek.productId}/engines/${seek.engineId}/apiTester/test`)
    await page.getByRole('textbox', { name: 'Wanted' }).fill('81')
    const purpose = page.getByRole('combobox', { name: say('Tester.purpose') })
    await purpose.focus()
    await page.getByRole('option', { name: 'Production' }).click()
    await run()
    const solve = page.getByRole('region', { name: say('Tester.solve', { name: 'Root' }) })
    await solve.getByRole('group').locator('summary').click()
    await solve.getByRole('table').waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `tester-solve-${language}`)
    const take = async (item: string) => {
      await page.getByRole('button', { name: say('Tester.files') }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item }).click(),
      ])
      return download.suggestedFilename()
    }
    expect(await take(say('Tester.filledWorkbook'))).toBe('Motor premium_1.0.0.xlsx')
    expect(await take(say('Tester.report', { name: 'Sheet' }))).toBe('Motor premium_1.0.0_Sheet.pdf')

    // The refused input above got a 400, which the browser logs.
    expect(complaints.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([
      expect.stringContaining('400 (Bad Request)'),
    ])
    await close()
  })
})

const english = (key: string, values: Record<string, string> = {}) => text('en', key, values)

it('fields take dates and amounts as the engine does', async () => {
  const { page, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
  const workbook = await workbookFile({
    application: 'Microsoft Excel',
    names: [
      { name: 'Xinput_Start', refersTo: 'Sheet!$A$1' },
      { name: 'Xinput_Amount', refersTo: 'Sheet!$A$2' },
      { name: 'Xoutput_Sum', refersTo: 'Sheet!$A$3' },
    ],
    sheets: [
      {
        name: 'Sheet',
        widths: [20],
        cells: {
          A1: { content: 46_023, format: 'yyyy-mm-dd' },
          A2: { content: 5, format: '0' },
          A3: { content: { formula: '=A1+A2', saved: 46_028 }, format: '0' },
        },
      },
    ],
  })
  const { productId, engineId } = await publishInNewProduct(page, 'Days', workbook)
  const wrong = page.locator('input[aria-invalid=true]')

  await page.goto(`/products/${productId}/engines/${engineId}/apiTester/test`)
  const start = page.getByRole('textbox', { name: 'Start' })
  const amountField = page.getByRole('textbox', { name: 'Amount' })
  await start.fill('2026/03/05')
  await amountField.fill('$1,000')
  await amountField.press('Tab')
  expect(await wrong.count()).toBe(0)
  await page.keyboard.press('Control+Enter')
  const sum = page
    .getByRole('table', { name: english('Tester.outputs') })
    .getByRole('row')
    .filter({ hasText: 'Sum' })
  await sum.getByText('47086').waitFor()
  // The engine refuses what is no date.
  await start.fill('in spring')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => wrong.count()).toBe(1)

  await page.goto(`/products/${productId}/tutorial/Motor%20premium/calculator`)
  await start.fill('2026/03/05')
  await amountField.fill('$1,000')
  await amountField.press('Tab')
  await page
    .getByRole('region', { name: english('Calculator.results') })
    .getByText('47086')
    .first()
    .waitFor()
  expect(await wrong.count()).toBe(0)
  await start.fill('in spring')
  await expect.poll(() => wrong.count()).toBe(1)
  await close()
})

it('a call that could not be saved as a test case is saved by another attempt, in the test bed that was made', async () => {
  const { page, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
  const { productId, engineId } = await publishInNewProduct(page, 'Cases', await motorWorkbook())
  await page.goto(`/products/${productId}/engines/${engineId}/apiTester/test`)
  await page.getByText(english('Tester.ready.title')).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: english('Tests.saveCase') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: english('Tests.newTestBed') }).fill('Kept calls')
  await page.route('**/testbed/savecall/**', (route) =>
    route.fulfill({ status: 503, json: { status: 'Error', errorCode: 'SERVICE_UNAVAILABLE', correlationId: 'x' } }),
  )
  const save = dialog.getByRole('button', { name: english('Tests.saveCase') })
  await save.click()
  await dialog.getByText(english('Error.SERVICE_UNAVAILABLE')).waitFor()
  await page.unroute('**/testbed/savecall/**')
  await save.click()
  await page.getByText(english('Tests.caseSaved')).waitFor()
  await page.getByRole('button', { name: english('Tests.openTestBed') }).click()
  await page.getByRole('heading', { name: 'Kept calls' }).waitFor()
  await close()
})
