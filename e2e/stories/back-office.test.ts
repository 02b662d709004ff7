import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { workbookFile } from '../../packages/server/demo/workbook-file.ts'
import { cataloguePage } from '../pages/catalogue.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { publishInNewProduct } from '../support/publish-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStoryAlone } from '../support/use-story.ts'

const story = useStoryAlone()

/** Where an engine's mapping is edited; its story sets it. */
let mappedEngine = '/tools/policy-runs'

function masterFile(): Promise<Buffer> {
  return workbookFile({
    sheets: [
      {
        name: 'Rates',
        cells: {
          A1: 'Plan',
          B1: 'Rate',
          A2: 'Basic',
          B2: { content: 0.01, format: '0.00%' },
          A3: "Driver's plus",
          B3: { content: 0.02, format: '0.00%' },
        },
      },
    ],
    names: [{ name: 'Xref_Rates', refersTo: 'Rates!$A$1:$B$3' }],
  })
}

it('tables of master data become scripts for a database, with types and keys as they are wanted', async () => {
  const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
  const say = (id: Parameters<typeof text>[1], values = {}) => text('en', id, values)
  await page.goto('/master')
  await page
    .getByRole('button', { name: say('Master.add') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type="file"]').setInputFiles({
    name: 'Load rates.xlsx',
    mimeType: 'application/octet-stream',
    buffer: await masterFile(),
  })
  await dialog.getByRole('checkbox', { name: say('Master.publishAtOnce') }).check()
  await dialog.getByRole('button', { name: say('Master.addSubmit') }).click()
  await page.getByRole('heading', { name: 'Load rates' }).waitFor()

  await page.getByRole('link', { name: say('DataLoad.title') }).click()
  await page.getByText(say('DataLoad.noRuns')).waitFor()
  await page
    .getByRole('radiogroup', { name: say('DataLoad.from') })
    .getByText(say('DataLoad.fromMaster'))
    .click()
  await page.getByRole('combobox', { name: say('DataLoad.document') }).click()
  await page.getByRole('option', { name: 'Load rates' }).click()
  await page.getByText(say('DataLoad.keyOf', { key: 'Plan' })).waitFor()
  await page.getByRole('button', { name: /Xref_Rates/ }).click()
  await page
    .getByRole('textbox', { name: say('DataLoad.of', { what: say('DataLoad.columnName'), heading: 'Rate' }) })
    .fill('annual rate')
  // What is no whole number is marked, and the size before it stays; an e is part of a number.
  const size = page.getByRole('textbox', { name: say('DataLoad.of', { what: say('DataLoad.size'), heading: 'Plan' }) })
  await size.fill('1e2')
  await size.press('Tab')
  await size.fill('12.5')
  await size.press('Tab')
  await page.getByText(say('Number.notWhole')).waitFor()
  expect(await size.inputValue()).toBe('12.5')
  await page.getByRole('checkbox', { name: say('DataLoad.createTables') }).check()
  await page.getByRole('button', { name: say('DataLoad.preview') }).click()
  await page.getByText(/Plan"? varchar\(100\)/).waitFor()
  await page.getByText(`('Driver''s plus', 0.02)`).waitFor()
  expect(await page.getByText('"annual rate" numeric').count()).toBe(1)
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'data-load')

  await page.getByRole('button', { name: say('DataLoad.generate') }).click()
  await page.getByText(say('RunState.Success')).first().waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: say('DataLoad.downloadLog') }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^Load-rates-.*\.log$/)
  expect(await readFile(await file.path(), 'utf8')).toContain('2 rows, 2 inserted')
  const zip = page.waitForEvent('download')
  await page.getByRole('button', { name: say('DataLoad.downloadScripts') }).click()
  expect((await zip).suggestedFilename()).toMatch(/\.zip$/)
  await picture(page, 'data-load-run')
  await page
    .getByRole('radiogroup', { name: say('DataLoad.level') })
    .getByText(say('DataLoad.levelChanges'))
    .click()
  await page.getByText(say('DataLoad.levelChanges.about')).waitFor()
  expect(complaints).toEqual([])
  await close()
})

function engineFile(): Promise<Buffer> {
  return workbookFile({
    application: 'Microsoft Excel',
    sheets: [
      {
        name: 'Quote',
        cells: { A1: 'Sum', B1: 1000, A2: 'Premium', B2: { formula: '=B1*0.02', saved: 20 } },
      },
    ],
    names: [
      { name: 'Xinput_Sum', refersTo: 'Quote!$B$1' },
      { name: 'Xoutput_Premium', refersTo: 'Quote!$B$2' },
    ],
  })
}

/** Add a field and a rule in the form, save, export to Excel, and import as another version. */
async function mapInFormAndSheet(page: Page): Promise<void> {
  const say = (key: string, values: Record<string, string> = {}) => text('en', key, values)
  const result = page.getByRole('group', { name: say('Policies.form.result') })
  const rules = page.getByRole('group', { name: say('Policies.form.outputs') })
  await result.getByRole('button', { name: say('Policies.addField') }).click()
  await result.getByRole('textbox', { name: 'Field, row 4', exact: true }).fill('Source')
  await rules.getByRole('button', { name: say('Policies.addRule') }).click()
  await page
    .getByRole('alert')
    .getByText(`${say('Policies.form.outputs')}, row 4 (outputs.3.field): is missing`)
    .waitFor()
  const rule = (what: string) => rules.getByLabel(`${say('Policies.form.outputs')}: ${say(what)}, row 4`)
  // What is no number does not move to the row that takes the place of its own.
  await rule('Policies.decimals').fill('2x')
  await rules.getByRole('button', { name: say('Policies.addRule') }).click()
  await rule('Policies.remove').click()
  expect(await rule('Policies.decimals').inputValue()).toBe('')
  await rule('Policies.resultField').click()
  await page.getByRole('option', { name: 'Source', exact: true }).click()
  await rule('Policies.source').click()
  await page.getByRole('option', { name: say('Policies.source.constant'), exact: true }).click()
  await rule('Policies.decimals').fill('1.5')
  await page.getByText(say('Number.notWhole')).waitFor()
  await rule('Policies.decimals').fill('')
  await rule('Policies.value').fill('night')
  await rule('Policies.value').press('Enter')
  await page
    .getByRole('table', { name: say('Policies.preview') })
    .getByText('Source: night', { exact: false })
    .first()
    .waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'policy-mapping')
  // Nothing is lost by leaving without a word, and saving says what it needs.
  await page.getByRole('link', { name: say('DataLoad.title') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Leave.stay') })
    .click()
  await page.getByRole('button', { name: say('Policies.save') }).click()
  await page.getByText(say('Policies.nameMissing')).waitFor()
  await page.getByRole('textbox', { name: say('Policies.name') }).fill('Nightly')
  await page.getByRole('button', { name: say('Policies.save') }).click()
  await page.getByRole('textbox', { name: say('Policies.name') }).waitFor({ state: 'detached' })

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: say('Policies.sheet.download') }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Nightly 1.xlsx')
  const sheet = { name: 'Nightly.xlsx', mimeType: 'application/octet-stream' }
  const upload = page.locator('input[type="file"][accept=".xlsx"]')
  await upload.setInputFiles({ ...sheet, buffer: Buffer.from('no workbook') })
  await page.getByText(/body\.file: is not a workbook/).waitFor()
  // Import from Excel, change in the form, and save as the next version.
  await upload.setInputFiles({ ...sheet, buffer: await readFile(await download.path()) })
  await page.getByText(say('Policies.sheet.read', { name: sheet.name })).waitFor()
  await rule('Policies.decimals').fill('2')
  await page.getByRole('button', { name: say('Policies.save') }).click()
  await expect
    .poll(() => page.getByRole('combobox', { name: say('Policies.version'), exact: true }).inputValue())
    .toBe('2')
}

it('an extract is mapped, tried on its first records, and run through an engine', async () => {
  const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
  const catalogue = cataloguePage(page, 'en')
  const { say } = catalogue
  const { productId, engineId } = await publishInNewProduct(page, 'Policies of the night', await engineFile())
  await page.goto(`/tools/policy-runs?product=${productId}&engine=${engineId}`)
  await page.getByText(say('Policies.noRuns')).waitFor()
  await page.locator('input[type="file"]:not([accept])').setInputFiles({
    name: 'policies.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Policy,Sum\nP1,1000\nP2,many\nP3,250\n'),
  })
  const preview = page.getByRole('table', { name: say('Policies.preview') })
  await preview.getByText('Premium: 20', { exact: true }).waitFor()
  await preview.getByText(/Sum: "many" is no number/).waitFor()
  await mapInFormAndSheet(page)
  await page.getByRole('button', { name: say('Policies.run') }).click()
  await page.getByText('3 read = 2 written + 1 rejected').waitFor()
  await page
    .getByRole('table', { name: say('Policies.runs') })
    .getByRole('row', { name: /policies\.csv.*3.*1.*Done/ })
    .waitFor()
  await page
    .getByRole('radiogroup', { name: say('DataLoad.state') })
    .getByText(say('Policies.rejected'))
    .click()
  await page.getByRole('row', { name: /P2/ }).first().waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: say('Policies.result'), exact: true }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('policies-result.csv')
  expect(await readFile(await file.path(), 'utf8')).toBe(
    'Policy,Sum,Premium,Source\nP1,1000,20,night\nP3,250,5,night\n',
  )
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'policy-run')
  // The upload that was not a workbook.
  expect(complaints.filter((complaint) => !/40[04]/.test(complaint))).toEqual([])
  mappedEngine = `/tools/policy-runs?product=${productId}&engine=${engineId}`
  await close()
})

it('データロードの画面は日本語でも読める', async () => {
  const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', {
    language: 'ja',
    width: 1024,
    opens: false,
  })
  await page.goto('/tools/data-load')
  await page.getByRole('heading', { name: text('ja', 'DataLoad.title'), level: 1 }).waitFor()
  await page.getByText(text('ja', 'DataLoad.levelAll.about')).waitFor()
  await picture(page, 'data-load-ja')
  await page.goto('/tools/policy-runs')
  await page.getByText(text('ja', 'Policies.about')).waitFor()
  await page.goto(mappedEngine)
  await page.getByRole('group', { name: text('ja', 'Policies.form.inputs') }).waitFor()
  await picture(page, 'policy-runs-ja')

  // With the areas switched off, menu and pages are gone.
  await page.goto('/admin?tab=areas')
  await page.getByRole('switch', { name: text('ja', 'Area.ShowIngeniumConfiguration') }).click()
  for (const [title, address] of [
    ['Policies.title', '/tools/policy-runs'],
    ['DataLoad.title', '/tools/data-load'],
  ] as const) {
    await expect.poll(() => page.getByRole('link', { name: text('ja', title) }).count()).toBe(0)
    await page.goto(address)
    await page.getByText(text('ja', 'NotFound.title')).waitFor()
  }
  await page.goto('/admin?tab=areas')
  await page.getByRole('switch', { name: text('ja', 'Area.ShowIngeniumConfiguration') }).click()
  await page.getByRole('link', { name: text('ja', 'Policies.title') }).waitFor()
  expect(complaints).toEqual([])
  await close()
})
