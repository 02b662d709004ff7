import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { type WorkbookSpec, workbookFile } from '../../packages/server/demo/workbook-file.ts'
import { cataloguePage } from '../pages/catalogue.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { publishInNewProduct } from '../support/publish-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()

const table = {
  A1: 'Plan',
  B1: 'Rate',
  A2: 'Basic',
  B2: { content: 0.01, format: '0.00%' },
  A3: 'Plus',
  B3: { content: 0.02, format: '0.00%' },
}

function masterFile(): Promise<Buffer> {
  return workbookFile({
    sheets: [{ name: 'Rates', cells: table }],
    names: [{ name: 'Xref_Rates', refersTo: 'Rates!$A$1:$B$3' }],
  })
}

function engineFile(): Promise<Buffer> {
  const spec: WorkbookSpec = {
    application: 'Microsoft Excel',
    sheets: [
      {
        name: 'Quote',
        cells: {
          A1: 'Sum',
          B1: 1000,
          A2: 'Premium',
          B2: { formula: '=B1*VLOOKUP("Plus",Tables!A1:B6,2,FALSE)', saved: 20 },
        },
      },
      { name: 'Tables', cells: table },
    ],
    names: [
      { name: 'Xinput_Sum', refersTo: 'Quote!$B$1' },
      { name: 'Xoutput_Premium', refersTo: 'Quote!$B$2' },
      { name: 'Xref_Rates', refersTo: 'Tables!$A$1:$B$6' },
    ],
  }
  return workbookFile(spec)
}

async function addMaster(page: Page): Promise<void> {
  const say = (id: Parameters<typeof text>[1], values = {}) => text('en', id, values)
  await page.goto('/master')
  await page.getByText(say('Master.empty.title')).waitFor()
  await page
    .getByRole('button', { name: say('Master.add') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type="file"]').setInputFiles({
    name: 'Motor rates.xlsx',
    mimeType: 'application/octet-stream',
    buffer: await masterFile(),
  })
  await dialog.getByRole('checkbox', { name: say('Master.publishAtOnce') }).check()
  await dialog.getByRole('button', { name: say('Master.addSubmit') }).click()
  await page.getByRole('heading', { name: 'Motor rates' }).waitFor()
}

/** The master API of a product: typed into a grid, put in force, compared, uploaded. */
async function defineApi(page: Page, home: string, engineId: string): Promise<void> {
  const say = (id: Parameters<typeof text>[1], values = {}) => text('en', id, values)
  await page.goto(`${home}/apidefinition`)
  await page.getByRole('button', { name: say('MasterApi.startGrid') }).click()
  const grid = page.getByRole('grid', { name: say('MasterApi.fields') })
  await grid.locator('[data-cell="0/0"]').click()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', 'Sum\tinput\tnumber\tEUR\tyes\r\nPremium\toutput\tcolour')
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  })
  await page.getByText(say('MasterApi.wrongAt', { row: '2', column: 'Type' })).waitFor()
  await grid.locator('[data-cell="1/2"]').click()
  await page.keyboard.type('text')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: say('MasterApi.save') }).click()
  await page.getByText(say('MasterApi.draft', { version: '1' })).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'api-definition-en')
  await page.getByRole('button', { name: say('MasterApi.publish', { version: '1' }) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: say('MasterApi.mode.block') }).check()
  await dialog.getByRole('button', { name: say('MasterApi.publish', { version: '1' }) }).click()
  await page.getByText(say('MasterApi.activeBlocks', { version: '1' })).waitFor()
  await page.getByRole('tab', { name: say('MasterApi.engines') }).click()
  await page.getByText('Premium is number; the definition says text').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'api-engines-en')

  const rows =
    'API name,Direction,Type,Label (English),Unit\nSum,input,number,Sum insured,EUR\nPremium,output,number,,\n'
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'api.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) })
  await page.getByText(say('MasterApi.draft', { version: '2' })).waitFor()
  await page.getByRole('tab', { name: say('MasterApi.compare') }).click()
  await page.getByText(say('MasterApi.breaksNothing')).waitFor()
  await page.goto(`${home}/apidefinition/compare?from=2&to=1`)
  await page.getByText('1 engine would break').waitFor()
  await picture(page, 'api-compare-en')
  await page.goto(`${home}/apidefinition?version=2`)
  await page.getByRole('button', { name: say('MasterApi.publish', { version: '2' }) }).click()
  await dialog.getByRole('button', { name: say('MasterApi.publish', { version: '2' }) }).click()
  await page.getByText(say('MasterApi.activeBlocks', { version: '2' })).waitFor()
  // The tester shows its labels.
  await page.goto(`${home}/engines/${engineId}/apiTester/test`)
  await page.getByText('Sum insured · EUR').first().waitFor()
}

it('a table is kept once, edited like a sheet, and the engine that copied it is synced with proof', async () => {
  const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
  const catalogue = cataloguePage(page, 'en')
  const { say } = catalogue
  await addMaster(page)
  const { productId, engineId } = await publishInNewProduct(page, 'Motor with tables', await engineFile())

  await page.goto('/master')
  await page.getByRole('row', { name: /Motor rates/ }).click()
  const grid = page.getByRole('grid', { name: 'Rates' })
  await grid.getByText('Plus').waitFor()
  // A value that is not a number is marked and cannot be saved; undo reverts it.
  await grid.locator('[data-cell="1/1"]').click()
  await page.keyboard.type('much')
  await page.keyboard.press('Enter')
  await page.getByText('1 value does not fit the column').waitFor()
  expect(await page.getByRole('button', { name: say('Master.review') }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: say('Master.undo') }).click()
  // Two cells pasted from Excel: one changes a row, the other adds one.
  await grid.locator('[data-cell="1/0"]').click()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', 'Plus\t0.05\r\nTop\t0.07')
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  })
  await page.getByText('2 rows changed').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'master-grid-en')
  await page.getByRole('button', { name: say('Master.review') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('cell', { name: '0.05' }).waitFor()
  await picture(page, 'master-review-en')
  await dialog.getByRole('button', { name: say('Master.saveVersion') }).click()
  await page.getByRole('button', { name: say('Master.publishSubmit', { revision: '1.0.1' }) }).click()
  await dialog.getByRole('button', { name: say('Master.publishSubmit', { revision: '1.0.1' }) }).click()

  await page.getByRole('tab', { name: new RegExp(say('Master.engines')) }).click()
  await page.getByText(say('Sync.outdated')).first().waitFor()
  await page.getByRole('button', { name: say('Sync.preview') }).click()
  await page
    .getByRole('region', { name: say('Sync.outputs') })
    .getByText('50')
    .waitFor()
  await picture(page, 'master-engines-en')
  await page.goto(`/products/${productId}/engines/${engineId}`)
  await page.getByText('MISMATCH').waitFor()
  await picture(page, 'engine-references-en')
  await page.goBack()
  await page.getByRole('button', { name: 'Sync 1 engine' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sync 1 engine' }).click()
  await page.getByText(say('Sync.counts', { synced: '1', failed: '0', upToDate: '0', waiting: '0' })).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'master-sync-en')
  await page.getByRole('button', { name: say('Master.more') }).click()
  await page.getByRole('menuitem', { name: say('Lineage.open') }).click()
  const start = page.getByRole('button', { name: /Motor rates/ })
  await start.focus()
  await page.keyboard.press('ArrowRight')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Rates')
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'lineage-en')
  await page
    .getByRole('radiogroup', { name: say('Lineage.view') })
    .getByText(say('Lineage.table'), { exact: true })
    .click()
  await page.getByRole('row', { name: /^Version Motor premium 1.0.1/ }).waitFor()
  await defineApi(page, `/products/${productId}`, engineId)
  expect(complaints).toEqual([])
  await close()
})

it('the pages speak Japanese', async () => {
  const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', {
    language: 'ja',
    width: 1024,
    opens: false,
  })
  await page.goto('/master')
  await page.getByRole('row', { name: /Motor rates/ }).click()
  await page.getByRole('grid', { name: 'Rates' }).waitFor()
  await picture(page, 'master-grid-ja')
  await page.getByRole('tab', { name: new RegExp(text('ja', 'Master.versions')) }).click()
  await page
    .getByText(text('ja', 'Master.published', { revision: '1.0.1' }))
    .first()
    .waitFor()
  await picture(page, 'master-versions-ja')
  await page.goto('/products/Motor%20with%20tables/apidefinition/compare?from=2&to=1')
  await page.getByText('Premium の型は number ですが、定義では text です').waitFor()
  await picture(page, 'api-compare-ja')
  expect(complaints).toEqual([])
  await close()
})
