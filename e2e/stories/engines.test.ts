import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { cataloguePage } from '../pages/catalogue.ts'
import { enginePages } from '../pages/engines.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { runOnCommandLine } from '../support/command-line.ts'
import { motorWorkbook, wrongWorkbook } from '../support/motor-workbook.ts'
import { workbookFile } from '../../packages/server/demo/workbook-file.ts'
import { pageCredentials } from '../support/page-credentials.ts'
import { signedIn } from '../support/signed-in.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()

const inputs = { DriverAge: 22, VehicleClass: 'C', SumInsured: 18_250.5, Claims: [{ Year: 2024, Amount: 99 }] }

/** Executes an engine like a program, with the page's credentials. */
async function execute(page: Page, productName: string, engine: string): Promise<Record<string, unknown>> {
  const answer = await page.request.post(
    `/api/v1/product/${encodeURIComponent(productName)}/engines/Execute/${encodeURIComponent(engine)}`,
    {
      headers: await pageCredentials(page),
      data: { request_data: { inputs }, request_meta: { call_purpose: 'Story' } },
    },
  )
  const body = (await answer.json()) as { data: { xOutput: Record<string, unknown> } }
  expect(answer.status()).toBe(200)
  return body.data.xOutput
}

describe('engines', () => {
  const { language, width, colorScheme, name } = {
    language: 'en',
    width: 1440,
    colorScheme: 'light',
    name: 'Motor tariff',
  } as const
  const as = { language, width, colorScheme }

  it('are uploaded, published, executed, changed, restored and downloaded', async () => {
    const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', as)
    const engines = enginePages(page, language)
    const first = await motorWorkbook()
    const second = await motorWorkbook({ rate: 0.034 })

    await cataloguePage(page, language).create(name)
    await page.getByRole('heading', { name, exact: true }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await engines.open()
    await page.getByText(engines.say('Engines.empty.title')).waitFor()
    await picture(page, `engines-empty-${language}`)
    expect(await accessibilityFindings(page)).toEqual([])

    // Upload, review, publish.
    await engines.openUpload()
    await engines.choose(first, 'Motor premium.xlsx')
    await picture(page, `upload-choose-${language}`)
    expect(await accessibilityFindings(page)).toEqual([])
    // A double click makes one version, which the card shows below.
    await engines.startUploadTwice()
    await engines.summary()
    await engines.dialog.getByText(engines.say('Parity.equal')).waitFor()
    await engines.dialog.getByRole('row').filter({ hasText: 'DriverAge' }).filter({ hasText: '34' }).waitFor()
    await engines.dialog.getByRole('row').filter({ hasText: 'AnnualPremium' }).waitFor()
    await picture(page, `upload-summary-${language}`)
    expect(await accessibilityFindings(page)).toEqual([])
    await engines.part('UploadSummary.parity')
    await picture(page, `upload-proof-${language}`)
    await engines.proceed()
    await picture(page, `upload-publish-${language}`)
    expect(await accessibilityFindings(page)).toEqual([])
    await engines.publish('Motor premium')
    await engines.card('Motor premium').getByText(engines.say('VersionState.Active')).waitFor()
    await engines.card('Motor premium').getByText('1.0.0').waitFor()
    await picture(page, `engines-${language}`)
    expect(await accessibilityFindings(page)).toEqual([])

    // The product's dashboard shows it too.
    await page.getByRole('link', { name: engines.say('Navigation.overview'), exact: true }).click()
    await page.getByRole('main').getByRole('link', { name: 'Motor premium', exact: true }).waitFor()
    await picture(page, `product-engines-${language}`)
    expect(await accessibilityFindings(page)).toEqual([])
    await engines.open()

    // The numbers equal those of the command line.
    const before = await execute(page, name, 'Motor premium')
    expect(before).toEqual(await runOnCommandLine(first, inputs))

    // A workbook with another rate, dropped on the card, becomes the next version, which needs a release note.
    await engines.dropOnCard('Motor premium', second, 'Motor premium 2027.xlsx')
    await engines.summary()
    await engines.dialog.getByText(engines.say('UploadSummary.existsAlready', { name: 'Motor premium' })).waitFor()
    await picture(page, `upload-next-summary-${language}`)
    await engines.proceed()
    await engines.publish('Motor premium')
    await engines.dialog.getByText(engines.say('Publish.noteRequired')).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await engines.note().fill('Rate of 3.4 percent')
    await engines.publish('Motor premium')
    await engines.dialog.getByText(engines.say('PublishChecks.reasonRequired')).waitFor()
    expect(await engines.reason().evaluate((field) => field === document.activeElement)).toBe(true)
    await engines.reason().fill('The rates of 2027')
    await picture(page, `upload-next-publish-${language}`)
    await engines.publish('Motor premium')
    await engines.card('Motor premium').getByText('2.0.0').waitFor()
    const after = await execute(page, name, 'Motor premium')
    expect(after).toEqual(await runOnCommandLine(second, inputs))
    expect(after).not.toEqual(before)

    // The engine's own page.
    await engines.card('Motor premium').getByRole('link', { name: 'Motor premium' }).click()
    await page.getByRole('row').filter({ hasText: 'VehicleClass' }).waitFor()
    await picture(page, `engine-${language}`)
    expect(await accessibilityFindings(page)).toEqual([])
    await engines.tab('Engine.tab.parity')
    await page.getByText(engines.say('Diagnostic.none')).waitFor()
    await picture(page, `engine-proof-${language}`)
    expect(await accessibilityFindings(page)).toEqual([])

    // Restore the old version as a new one.
    await engines.tab('Engine.tab.versions')
    await engines.versionMenu('1.0.0', 'Version.restore')
    await page.getByRole('button', { name: engines.say('Version.restore.confirm', { revision: '1.0.0' }) }).click()
    await page.getByRole('row').filter({ hasText: '2.0.1' }).waitFor()
    await picture(page, `engine-versions-${language}`)
    expect(await accessibilityFindings(page)).toEqual([])
    expect(await execute(page, name, 'Motor premium')).toEqual(before)

    await engines.tab('Engine.tab.timeline')
    const bar = page.getByRole('button', { name: /^2\.0\.0/ })
    await bar.waitFor()
    await picture(page, `engine-timeline-${language}`)
    expect(await accessibilityFindings(page)).toEqual([])
    await bar.press('Enter')
    await page.getByRole('heading', { name: engines.say('Version.datesTitle', { revision: '2.0.0' }) }).waitFor()
    await page.keyboard.press('Escape')

    // The calls with their results.
    await engines.tab('Engine.tab.history')
    await page.getByRole('row').filter({ hasText: 'Story' }).nth(2).waitFor()
    await picture(page, `engine-calls-${language}`)
    expect(await accessibilityFindings(page)).toEqual([])
    await page.getByRole('row').filter({ hasText: 'Story' }).first().click()
    await page
      .getByRole('row')
      .filter({ hasText: 'AnnualPremium' })
      .filter({ hasText: String(before['AnnualPremium']) })
      .waitFor()
    await picture(page, `engine-call-${language}`)
    expect(await accessibilityFindings(page)).toEqual([])
    const filled = await engines.saved(() =>
      engines.dialog.getByRole('button', { name: engines.say('Call.workbook') }).click(),
    )
    expect(filled.name).toMatch(/\.xlsx$/)
    expect((await runOnCommandLine(filled.content, {}))['AnnualPremium']).toBe(before['AnnualPremium'])
    await page.keyboard.press('Escape')
    const exported = await engines.saved(async () => {
      await page.getByRole('button', { name: engines.say('Calls.export') }).click()
      await page.getByRole('menuitem', { name: engines.say('Calls.exportCsv') }).click()
    })
    const lines = exported.content.toString().split('\n')
    expect(lines.filter((line) => line.includes('Story'))).toHaveLength(3)

    // A download equals the upload.
    await engines.tab('Engine.tab.versions')
    const workbook = await engines.saved(() => engines.versionMenu('2.0.0', 'Engine.downloadWorkbook'))
    expect(workbook.name).toBe('Motor premium 2027.xlsx')
    expect(workbook.content.equals(second)).toBe(true)
    const packed = await engines.saved(() => engines.versionMenu('2.0.0', 'Engine.downloadPackage'))
    expect(packed.name).toBe(`${name}_Motor premium_2.0.0.c4engine`)
    // A sign-in check at the start and an engine without a proxy URL are regular responses, not page errors.
    expect(complaints.filter((complaint) => !/status of (401|404)/.test(complaint))).toEqual([])
    await close()
  })
})

it('shows a saved value that is wrong, and what is no workbook', async () => {
  const { page, close } = await signedIn(story, 'supervisor@demo.test')
  const engines = enginePages(page, 'en')
  await cataloguePage(page, 'en').create('Proof')
  await engines.open()
  await engines.openUpload()
  await engines.choose(Buffer.from('Dear all, please find attached'), 'Letter.xlsx')
  await engines.startUpload()
  await engines.dialog.getByText(engines.say('Error.CORRUPT_EXCEL_FILE_FOR_TYPE1')).waitFor()
  await picture(page, 'upload-refused')
  expect(await accessibilityFindings(page)).toEqual([])

  // The same file would be refused again. Whatever step is shown, the focus stays in the dialog.
  const focused = () => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)
  expect(await focused()).toBe(true)
  const other = engines.dialog.getByRole('button', { name: engines.say('EngineUpload.chooseOther') })
  expect(await other.getAttribute('data-variant')).toBe('filled')
  await other.press('Enter')
  await engines.dialog.getByText(engines.say('EngineUpload.drop')).waitFor()
  expect(await focused()).toBe(true)
  await engines.choose(await motorWorkbook({ savedPremium: 900 }), 'Wrong.xlsx')
  await engines.startUpload()
  await engines.summary()
  const row = engines.dialog.getByRole('row').filter({ hasText: 'Quote!B12' })
  await row.getByText('900', { exact: true }).waitFor()
  await picture(page, 'upload-different')
  expect(await accessibilityFindings(page)).toEqual([])

  // Every differing cell can be reached, but only those in view are rendered.
  await engines.dialog.getByRole('button', { name: engines.say('EngineUpload.another') }).click()
  await engines.choose(await wrongWorkbook(3000), 'Column.xlsx')
  await engines.startUpload()
  await engines.summary()
  const table = engines.dialog.getByRole('table', { name: engines.say('Parity.differences') })
  await engines.dialog.locator('table[aria-rowcount="3002"]').waitFor()
  // One of them is as saved with a decimal comma.
  await engines.dialog.getByText(engines.say('Parity.otherLocale')).waitFor()
  await engines.dialog.getByText('de-DE').scrollIntoViewIfNeeded()
  await picture(page, 'upload-other-locale')
  expect(await table.getByRole('row').count()).toBeLessThan(100)
  await table.evaluate((element) => element.parentElement?.scrollTo(0, element.scrollHeight))
  await table.getByText('Column!A3000').waitFor()
  // A cell that shows something of the machine is not compared, but listed with both values.
  const apart = engines.dialog.getByRole('table', { name: engines.say('Parity.apart') })
  await apart.getByRole('row').filter({ hasText: 'Column!B1' }).getByText('pcdos').scrollIntoViewIfNeeded()
  await picture(page, 'upload-many-differences')
  expect(await accessibilityFindings(page)).toEqual([])

  // A circular workbook whose saved values have not converged has no value until its author switches iteration on.
  await engines.dialog.getByRole('button', { name: engines.say('EngineUpload.another') }).click()
  await engines.choose(await circularWorkbook(), 'Debt.xlsx')
  await engines.startUpload()
  await engines.summary()
  await engines.dialog.getByText(/^The workbook has a circular reference/).waitFor()
  await engines.dialog.getByRole('button', { name: engines.say('Iteration.switchOn') }).click()
  await engines.dialog.getByRole('textbox', { name: engines.say('Iteration.count') }).fill('0')
  await engines.dialog.getByRole('button', { name: engines.say('Iteration.build') }).click()
  await engines.dialog.getByText('A whole number from 1 to 32,767').waitFor()
  // The field that is wrong has the focus.
  const count = engines.dialog.getByRole('textbox', { name: engines.say('Iteration.count') })
  await count.and(page.locator(':focus')).waitFor()
  await count.fill('200')
  await picture(page, 'iteration-dialog')
  expect(await accessibilityFindings(page)).toEqual([])
  await engines.dialog.getByRole('button', { name: engines.say('Iteration.build') }).click()
  await engines.dialog.getByText(engines.say('Iteration.setting')).waitFor()
  await engines.dialog.getByText(/^At most 200 iterations/).waitFor()
  await picture(page, 'upload-iterated')
  await close()
})

it('keeps a draft, gives its inputs other names, publishes it later, and brings back what was deleted', async () => {
  const { page, close } = await signedIn(story, 'supervisor@demo.test', { width: 1440, colorScheme: 'dark' })
  const engines = enginePages(page, 'en')
  await cataloguePage(page, 'en').create('Drafts')
  await engines.open()
  await engines.openUpload()
  await engines.choose(await motorWorkbook(), 'Tariff.xlsx')
  await engines.startUpload()
  await picture(page, 'upload-progress')
  await engines.summary()
  await engines.proceed()
  await engines.note().fill('For review')
  await engines.dialog.getByRole('button', { name: engines.say('EngineUpload.keepDraft') }).click()
  await engines.card('Tariff').getByText(engines.say('VersionState.Draft')).waitFor()
  await engines.card('Tariff').getByText('For review').waitFor()

  await engines.card('Tariff').getByRole('link', { name: 'Tariff' }).click()
  await page.getByRole('button', { name: engines.say('Engine.editProperties'), exact: true }).click()
  await picture(page, 'engine-properties')
  expect(await accessibilityFindings(page)).toEqual([])
  await engines.dialog.getByRole('tab', { name: engines.say('Interface.inputs') }).click()
  const name = engines.dialog.getByRole('textbox', { name: engines.say('Properties.nameOf', { name: 'DriverAge' }) })
  await name.fill('Sum.Insured')
  await engines.dialog.getByText(engines.say('Properties.noDot')).waitFor()
  await name.fill('Age')
  await picture(page, 'engine-rename')
  expect(await accessibilityFindings(page)).toEqual([])
  await engines.dialog.getByRole('button', { name: engines.say('Dialog.save') }).click()
  await page.getByRole('row').filter({ hasText: /^Age/ }).waitFor()
  await page.getByText(engines.say('Engine.draftNotice', { revision: '1.0.0' })).waitFor()
  await picture(page, 'engine-draft')

  await page.getByRole('link', { name: engines.say('Engine.review'), exact: true }).click()
  await page.getByText(engines.say('Review.first.title')).waitFor()
  await page.getByText(/scores \d+ of 100/).waitFor()
  await picture(page, 'engine-review-first')
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: engines.say('Review.publish', { revision: '1.0.0' }), exact: true }).click()
  await page.getByText(engines.say('Engine.draftNotice', { revision: '1.0.0' })).waitFor({ state: 'hidden' })

  // The last active version ends; the timeline shows the gap after it.
  await engines.tab('Engine.tab.versions')
  await engines.versionMenu('1.0.0', 'Version.deactivate')
  await page.getByRole('row').getByText(engines.say('VersionState.Inactive')).waitFor()
  await engines.tab('Engine.tab.timeline')
  await page.getByText(engines.say('Timeline.noneNow')).waitFor()
  await picture(page, 'engine-timeline-none')

  await engines.engineMenu('Tariff', 'Engine.delete')
  await page.getByRole('button', { name: engines.say('Engine.delete.confirm', { name: 'Tariff' }) }).click()
  await page.getByText(engines.say('Engines.empty.title')).waitFor()
  await page.getByRole('button', { name: engines.say('Undo.undo') }).click()
  await engines.card('Tariff').waitFor()
  await close()
})

it('gives an engine a proxy address and lets another run after it', async () => {
  const { page, close } = await signedIn(story, 'supervisor@demo.test')
  const engines = enginePages(page, 'en')
  await cataloguePage(page, 'en').create('Chained')
  await engines.open()
  const workbook = await motorWorkbook()
  for (const name of ['Quote', 'Invoice']) {
    await engines.openUpload()
    await engines.choose(workbook, `${name}.xlsx`)
    await engines.startUpload()
    await engines.summary()
    await engines.proceed()
    await engines.publish(name)
    await engines.card(name).getByText(engines.say('VersionState.Active')).waitFor()
  }
  await engines.card('Quote').getByRole('link', { name: 'Quote' }).click()
  await page.getByRole('button', { name: engines.say('Proxy.add') }).click()
  await page.getByRole('textbox', { name: engines.say('Proxy.suffix') }).fill('motor quote')
  await page.getByRole('button', { name: engines.say('Dialog.save') }).click()
  await page.getByText(engines.say('Proxy.invalid')).waitFor()
  await page.getByRole('textbox', { name: engines.say('Proxy.suffix') }).fill('motor-quote')
  await page.getByRole('button', { name: engines.say('Dialog.save') }).click()
  await page.getByText(/\/proxy\/motor-quote$/).waitFor()
  await picture(page, 'engine-proxy')

  await page.getByRole('button', { name: engines.say('Chain.new') }).click()
  await engines.dialog.getByRole('textbox', { name: engines.say('Chain.name') }).fill('Quote and invoice')
  await engines.dialog.getByRole('combobox', { name: engines.say('Chain.add') }).click()
  await page.getByRole('option', { name: /Invoice/ }).click()
  await picture(page, 'engine-chain')
  expect(await accessibilityFindings(page)).toEqual([])
  await engines.dialog.getByRole('button', { name: engines.say('Dialog.save') }).click()
  await page.getByRole('listitem').filter({ hasText: 'Quote and invoice' }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])

  // Any engine is found by a few letters of its name.
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(engines.say('Palette.placeholder')).fill('invoi')
  await page.getByText('Chained / Invoice').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Invoice', exact: true }).waitFor()
  await close()
})

/** Interest on the average balance, saved before any iteration. */
function circularWorkbook(): Promise<Buffer> {
  return workbookFile({
    application: 'Microsoft Excel',
    sheets: [
      {
        name: 'Debt',
        cells: {
          A1: 'Rate',
          B1: 0.1,
          A2: 'Interest',
          B2: { formula: '=B1*(1000+B3)/2', saved: 0 },
          A3: 'Closing balance',
          B3: { formula: '=800+B2', saved: 0 },
          A4: 'Repaid',
          B4: { formula: '=2*B1', saved: 0.2 },
        },
      },
    ],
    names: [
      { name: 'Xinput_Rate', refersTo: 'Debt!$B$1' },
      { name: 'Xoutput_Closing', refersTo: 'Debt!$B$3' },
      { name: 'Xoutput_Repaid', refersTo: 'Debt!$B$4' },
    ],
  })
}
