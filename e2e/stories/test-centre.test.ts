import { expect, it } from 'vitest'
import { cataloguePage } from '../pages/catalogue.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { motorWorkbook } from '../support/motor-workbook.ts'
import { pageCredentials } from '../support/page-credentials.ts'
import { publishInNewProduct } from '../support/publish-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()
let productId = ''
let engineId = ''
let bed = ''

function file(name: string, lines: readonly string[]) {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
}

/** Console messages of the refusals that the story provokes, and of the engine without a proxy URL. */
const unexpected = (complaints: readonly string[]) => complaints.filter((each) => !/status of 40[04]/.test(each))

it('cases are uploaded, edited and run, the gate of the product is set, and a draft is reviewed against it', async () => {
  const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
  const catalogue = cataloguePage(page, 'en')
  const { say } = catalogue
  ;({ productId, engineId } = await publishInNewProduct(page, 'Motor', await motorWorkbook()))
  await page.goto(`/products/${productId}/testcenter`)
  await page.getByRole('heading', { name: say('Tests.empty.title') }).waitFor()

  // A wrong cell is reported.
  await page
    .getByRole('button', { name: say('Tests.upload') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(file('Quotes.csv', ['DriverAge,VehicleClass', 'old,B']))
  await dialog.getByRole('button', { name: say('Tests.upload.submit'), exact: true }).click()
  await dialog.getByText('CSV!A2').waitFor()
  await dialog
    .locator('input[type=file]')
    .setInputFiles(file('Quotes.csv', ['#Case,DriverAge,VehicleClass', 'young,20,A', 'middle,40,B', 'old,60,C']))
  await dialog.getByRole('button', { name: say('Tests.upload.submit'), exact: true }).click()
  await page.getByRole('heading', { name: 'Quotes', level: 1 }).waitFor()
  await page.getByRole('gridcell', { name: 'middle' }).waitFor()
  bed = page.url()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'test-bed-en')

  // By keyboard: a new row takes the focus, and the row above it that of a removed one. What is not changed is not saved.
  const cell = (place: string) => page.locator(`[data-cell="${place}"]`)
  const hasFocus = async (place: string) => {
    await expect.poll(() => cell(place).evaluate((found) => found === document.activeElement)).toBe(true)
  }
  await cell('0/0').press('Enter')
  await page.keyboard.press('Enter')
  await hasFocus('1/0')
  const saving = page.getByRole('button', { name: say('Tests.saveVersion', { number: '2' }) })
  expect(await saving.count()).toBe(0)
  await page.getByRole('button', { name: say('Grid.add') }).press('Enter')
  await hasFocus('3/0')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await hasFocus('2/0')
  expect(await page.getByRole('grid').locator('tbody tr').count()).toBe(3)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const addRow = page.getByRole('button', { name: say('Grid.add') })
  expect(await addRow.evaluate((found) => found === document.activeElement)).toBe(true)
  // A click on another cell ends the editing of one and stays there.
  await cell('2/0').press('F2')
  await cell('0/3').click()
  await hasFocus('0/3')

  // Values typed into the grid become the next version.
  await page.getByRole('gridcell', { name: 'middle' }).dblclick()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('centre')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: say('Tests.saveVersion', { number: '2' }) }).click()
  await page.getByText(say('Tests.versionNumber', { number: '2' }), { exact: true }).waitFor()

  // The empty list of a run in progress does not pass for that of the ended run, which is still on its way.
  const held = Promise.withResolvers<void>()
  const asked = { run: 0, results: 0 }
  await page.route('**/api/v1/testrun/get/**', async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as { data: object }
    const isFirst = asked.run++ === 0
    return route.fulfill({
      response,
      json: isFirst ? { ...json, data: { ...json.data, status: 'InProgress', done: 0 } } : json,
    })
  })
  await page.route('**/api/v1/testrun/result/**', async (route) => {
    if (asked.results++ === 0) return route.fulfill({ json: { status: 'Success', data: [], count: 0 } })
    await held.promise
    return route.continue()
  })
  await page.getByRole('button', { name: say('Tests.run'), exact: true }).click()
  await dialog.getByRole('button', { name: /Run 3 cases/ }).click()
  await expect.poll(() => asked.results).toBeGreaterThan(1)
  expect(await page.getByText(say('Tests.endedEmpty.text')).count()).toBe(0)
  held.resolve()
  await page.getByText(say('Tests.verdict.computed')).first().waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('row', { name: /centre/ }).click()
  await dialog.getByRole('table', { name: say('Tests.outputs') }).waitFor()
  await page.keyboard.press('Escape')
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'test-run-en')

  // The gate requires a test bed and another person.
  await page.goto(`/products/${productId}/testcenter/gate`)
  await page.getByRole('combobox', { name: say('Gate.testBeds') }).click()
  await page.getByRole('option', { name: /^Quotes/ }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('switch', { name: say('Gate.fourEyes') }).click({ force: true })
  await page.getByRole('button', { name: say('Gate.save'), exact: true }).click()
  await page.getByText(say('Gate.saved')).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'gate-en')

  // The review of a draft: what is untested, what changed, and that another person has to decide.
  const draft = await page.request.post(`/api/v1/product/Motor/engines/add`, {
    headers: await pageCredentials(page),
    multipart: {
      data: JSON.stringify({ serviceName: 'Motor premium', publish: false }),
      file: {
        name: 'Motor premium.xlsx',
        mimeType: 'application/octet-stream',
        buffer: await motorWorkbook({ rate: 0.033 }),
      },
    },
  })
  expect(draft.status()).toBe(200)
  const { data } = (await draft.json()) as { data: { versionId: string } }
  // Its names can be changed until then; type of the engine and dates of what serves stay, and the page says how else.
  const engine = `/products/${productId}/engines/${engineId}`
  await page.goto(`${engine}?version=${data.versionId}`)
  await page.getByRole('button', { name: say('Engine.editProperties'), exact: true }).click()
  await dialog.getByText(say('Gate.typeStays')).waitFor()
  expect(await dialog.getByRole('combobox', { name: say('Engine.type') }).isDisabled()).toBe(true)
  expect(await dialog.getByRole('textbox', { name: say('Publish.start') }).isEnabled()).toBe(true)
  await dialog.getByRole('button', { name: say('Dialog.cancel') }).click()
  await page.goto(`${engine}/versions`)
  await page.getByRole('button', { name: say('Version.actionsOf', { revision: '1.0.0' }) }).click()
  await page.getByRole('menuitem', { name: say('Version.editDates') }).click()
  await dialog.getByText(say('Gate.publishedStays')).waitFor()
  await page.goto(`${engine}/review?version=${data.versionId}`)
  const checks = page.getByRole('region', { name: say('PublishChecks.title') })
  await checks.getByText('Quotes').first().waitFor()
  await page.getByText(/scores \d+ of 100/).waitFor()
  const constants = page.getByRole('region', { name: say('Diff.constants') })
  await constants.getByRole('link', { name: 'Rates!B2' }).waitFor()
  const approval = page.getByRole('region', { name: say('Gate.approval') })
  await approval.getByRole('textbox', { name: say('Gate.requestNote') }).fill('Rates of spring')
  await approval.getByRole('button', { name: say('Gate.request') }).click()
  await approval.getByText(say('Gate.ownRequest')).waitFor()
  // What is reviewed stays: the dates decide what serves.
  await page.getByText(say('Gate.reviewedStays')).waitFor()
  expect(await page.getByRole('textbox', { name: say('Publish.start') }).isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: /^Publish / }).isDisabled()).toBe(true)
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'review-en')
  await page.goto(`${engine}?version=${data.versionId}`)
  await page.getByRole('button', { name: say('Engine.editProperties'), exact: true }).click()
  await dialog.getByRole('tab', { name: say('Properties.properties') }).click()
  await dialog.getByRole('tabpanel').getByText(say('Gate.reviewedStays')).waitFor()
  expect(unexpected(complaints)).toEqual([])
  await close()
})

it('coverage proposes cases, and templates and generated cases take chosen columns', async () => {
  const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
  const { say } = cataloguePage(page, 'en')
  const dialog = page.getByRole('dialog')
  // Coverage: nobody is 65. The proposed case is, and the sheet shows the covered cells.
  await page.goto(`${bed}?tab=coverage`)
  await page.getByText('3 of 3 cases were run on 1.0.0.').waitFor({ timeout: 0 })
  await page.getByText('IF(B3<65)').first().waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'coverage-en')
  await page.getByRole('button', { name: /^Add \d+ case/ }).click()
  await page.getByText(say('Tests.versionNumber', { number: '3' }), { exact: true }).waitFor()
  await page.getByRole('link', { name: say('Coverage.showSheet') }).click()
  await page.getByText(say('Coverage.uncovered')).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'coverage-sheet-en')

  // A template with one column; cases of one input.
  await page.goto(`/products/${productId}/testcenter/templates`)
  await page.getByRole('button', { name: say('TestTemplate.new') }).click()
  await dialog.getByRole('textbox', { name: say('Tests.name') }).fill('Ages')
  await dialog.getByRole('combobox', { name: say('TestTemplate.inputs'), exact: true }).click()
  await page.getByRole('option', { name: 'DriverAge' }).click()
  await dialog.getByRole('textbox', { name: say('Tests.name') }).click()
  await dialog.getByRole('button', { name: say('TestTemplate.make') }).click()
  await page.getByRole('row', { name: /Ages.*DriverAge, all outputs/ }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  // The next version has all inputs again; the first can still be downloaded.
  await page.getByRole('button', { name: say('TestTemplate.versionsOf', { name: 'Ages' }) }).click()
  await dialog.getByRole('button', { name: say('TestTemplate.newVersion') }).click()
  await dialog.getByRole('combobox', { name: say('TestTemplate.inputs'), exact: true }).press('Backspace')
  // By keyboard: the field's open list covers the button.
  await dialog.getByRole('button', { name: say('TestTemplate.makeVersion') }).press('Enter')
  await dialog.getByRole('row', { name: /^2 .*all inputs, all outputs/ }).waitFor()
  await picture(page, 'template-versions-en')
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: say('TestTemplate.downloadVersion', { name: 'Ages', number: '1' }) }).click(),
  ])
  expect(template.suggestedFilename()).toMatch(/\.xlsx$/)
  await page.keyboard.press('Escape')
  await picture(page, 'templates-en')
  await page.getByRole('button', { name: say('Tests.generate') }).click()
  await dialog.getByRole('combobox', { name: say('Tests.variedInputs') }).click()
  await page.getByRole('option', { name: 'VehicleClass' }).click()
  // An emptied field takes what is typed next, and nothing else.
  const most = dialog.getByRole('textbox', { name: say('Tests.mostCases') })
  await most.press('Control+A')
  await most.press('Delete')
  await most.pressSequentially('250')
  expect(await most.inputValue()).toBe('250')
  // A number may be written with an exponent.
  await most.press('Control+A')
  await most.pressSequentially('1e3')
  await most.press('Tab')
  expect(await most.inputValue()).toBe('1000')
  await dialog.getByRole('button', { name: /3 cases/ }).waitFor()
  await page.keyboard.press('Tab')
  await picture(page, 'generate-en')
  await dialog.getByRole('button', { name: say('Dialog.cancel') }).click()

  await page.goto(bed)
  await page.getByRole('button', { name: say('Tests.more'), exact: true }).click()
  await page.getByRole('menuitem', { name: say('Tests.tolerances') }).click()
  const absolute = dialog.getByRole('textbox', { name: say('Tests.absoluteOf', { output: '' }) }).first()
  const save = dialog.getByRole('button', { name: say('Tests.saveTolerances') })
  await absolute.press('Control+A')
  await absolute.pressSequentially('1e-x')
  await dialog.getByText(say('Tester.notNumber')).waitFor()
  expect(await save.isDisabled()).toBe(true)
  await absolute.press('Control+A')
  await absolute.pressSequentially('1e-9')
  await absolute.press('Tab')
  expect(await absolute.inputValue()).toBe('1e-9')
  await save.click()
  await dialog.waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('button', { name: say('Tests.more'), exact: true }).click()
  await page.getByRole('menuitem', { name: say('Tests.tolerances') }).click()
  expect(await absolute.inputValue()).toBe('1e-9')
  await dialog.getByRole('button', { name: say('Dialog.cancel') }).click()
  expect(unexpected(complaints)).toEqual([])
  await close()
})

it('the test log reads in Japanese on a small screen', async () => {
  const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', {
    language: 'ja',
    width: 1024,
    colorScheme: 'dark',
    opens: false,
  })
  await page.goto(`/products/${productId}/testcenter/logs`)
  await page
    .getByRole('row', { name: /Quotes/ })
    .first()
    .waitFor()
  await page.getByRole('heading', { name: text('ja', 'Tests.title') }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'test-log-ja')
  expect(unexpected(complaints)).toEqual([])
  await close()
})
