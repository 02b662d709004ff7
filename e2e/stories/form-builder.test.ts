import type { Page } from 'playwright-core'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { motorWorkbook } from '../support/motor-workbook.ts'
import { publishInNewProduct } from '../support/publish-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()

const say = (key: string, values: Record<string, string> = {}) => text('en', key, values)
const labelled = (key: string, language: 'English' | 'Japanese' = 'English') =>
  say(`FormBuilder.in${language}`, { label: say(key) })

async function openBuilder(page: Page, name: string) {
  const { productId, engineId } = await publishInNewProduct(page, name, await motorWorkbook())
  await page.goto(`/products/${productId}/engines/${engineId}/form-builder`)
  return { productId, engineId }
}

describe('the form builder', () => {
  it('lets an author arrange a form by drag and keyboard, look at it, take steps back, publish and take it along', async () => {
    const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', { width: 1440, opens: false })
    const { productId } = await openBuilder(page, 'Motor to arrange')
    const preview = page.getByRole('region', { name: say('FormBuilder.preview') })
    const questions = page.getByRole('region', { name: say('FormBuilder.questions') })
    const row = (label: string) => questions.getByRole('button', { name: label })
    await preview.getByText('Premium for a year, before tax').first().waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, 'form-builder-start-en')

    // The title of the page, in both languages; typing in one field is one undo step.
    await page.getByLabel(labelled('FormBuilder.title')).fill('What your cover costs')
    await page.getByLabel(labelled('FormBuilder.title', 'Japanese')).fill('保険料の計算')
    await preview.getByRole('heading', { name: 'What your cover costs' }).waitFor()

    // Order by keyboard, then by drag.
    const labels = () => questions.locator('[data-part*="sections[0].fields"]').allInnerTexts()
    const before = await labels()
    await row('Vehicle class').focus()
    await page.keyboard.press('Shift+ArrowUp')
    await expect.poll(async () => (await labels())[0]).toContain('Vehicle class')
    await row('Sum insured').dragTo(row('Vehicle class'))
    await expect.poll(async () => (await labels())[0]).toContain('Sum insured')
    await page.getByRole('button', { name: say('FormBuilder.undo') }).click()
    await page.getByRole('button', { name: say('FormBuilder.undo') }).click()
    await expect.poll(labels).toEqual(before)
    await page.getByRole('button', { name: say('FormBuilder.redo') }).click()
    await expect.poll(async () => (await labels())[0]).toContain('Vehicle class')

    // The sum is a field only for class C.
    await row('Sum insured').click()
    await page.getByLabel(labelled('FormBuilder.help')).fill('What the car is worth today.')
    await preview.getByText('What the car is worth today.').waitFor()
    const shown = page.getByRole('group', { name: say('FormBuilder.shownIf') })
    await shown.getByRole('switch').click()
    await shown.getByRole('combobox', { name: say('FormCondition.input') }).click()
    await page.getByRole('option', { name: 'VehicleClass' }).click()
    await shown.getByRole('combobox', { name: say('FormCondition.is') }).click()
    await page.getByRole('option', { name: say('FormCondition.equal'), exact: true }).click()
    await shown.getByRole('textbox', { name: say('FormCondition.value') }).fill('C')
    await preview.getByText('What the car is worth today.').waitFor({ state: 'detached' })

    // A text without words cannot be published; with a value in it, it can.
    await page.getByRole('button', { name: say('FormBuilder.addResult') }).click()
    await page.getByRole('menuitem', { name: say('FormResult.sentence') }).click()
    await page.getByText(say('FormProblem.noText')).waitFor()
    await page.getByLabel(labelled('FormBuilder.sentence')).fill('You pay {MonthlyPremium} a month.')
    await preview.getByText(/^You pay [\d.]+ a month\.$/).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, 'form-builder-edited-en')

    await page.getByRole('button', { name: say('FormBuilder.save'), exact: true }).click()
    await page.getByText(say('FormBuilder.draftSaved')).waitFor()
    await page.getByRole('button', { name: say('FormBuilder.publish'), exact: true }).click()
    await page.getByLabel(say('FormBuilder.note')).fill('First form')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('FormBuilder.publish'), exact: true })
      .click()
    await page.getByText(say('FormBuilder.upToDate')).waitFor()

    // Exported, broken and imported again: every problem is reported with its key.
    await page.getByRole('button', { name: say('FormBuilder.more') }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: say('FormBuilder.export') }).click(),
    ])
    const exported = await readFile(await download.path(), 'utf8')
    const choose = async (content: string) => {
      await page.getByRole('button', { name: say('FormBuilder.more') }).click()
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('menuitem', { name: say('FormBuilder.import') }).click(),
      ])
      await chooser.setFiles({ name: 'form.json', mimeType: 'application/json', buffer: Buffer.from(content) })
    }
    await choose(exported.replace('"SumInsured"', '"SumInsuredTypo"'))
    await page
      .getByRole('dialog')
      .getByText(/^sections\[\d\]\.fields\[\d\]\.input: .*SumInsuredTypo/)
      .waitFor()
    await page.keyboard.press('Escape')
    await choose(exported.replace('What your cover costs', 'Imported title'))
    await preview.getByRole('heading', { name: 'Imported title' }).waitFor()
    await page.getByRole('button', { name: say('FormBuilder.undo') }).click()

    // The calculator page shows the published form.
    await page.goto(`/products/${productId}/tutorial/Motor%20premium/calculator`)
    await page.getByRole('heading', { name: 'What your cover costs' }).waitFor()
    await page.getByText(/^You pay [\d.]+ a month\.$/).waitFor()
    expect(await page.getByText('What the car is worth today.').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('takes numbers of a slider as they are written, and marks what is no number', async () => {
    const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
    await openBuilder(page, 'Motor with a slider')
    const questions = page.getByRole('region', { name: say('FormBuilder.questions') })
    await questions.getByRole('button', { name: 'Sum insured' }).click()
    await page.getByRole('combobox', { name: say('FormBuilder.widget') }).click()
    await page.getByRole('option', { name: say('FormWidget.slider') }).click()
    const most = page.getByRole('textbox', { name: say('FormBuilder.max'), exact: true })
    await most.fill('5e4')
    await most.press('Tab')
    const slider = page
      .getByRole('region', { name: say('FormBuilder.preview') })
      .getByRole('slider', { name: 'Sum insured' })
    await expect.poll(() => slider.getAttribute('aria-valuemax')).toBe('50000')
    await most.fill('7 thousand')
    await most.press('Tab')
    await page.getByText(say('Tester.notNumber')).waitFor()
    expect(await slider.getAttribute('aria-valuemax'), 'the number before stays').toBe('50000')
    await page.getByRole('button', { name: say('FormBuilder.undo') }).click()
    await page.getByText(say('Tester.notNumber')).waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
    await close()
  })

  it('puts texts and steps around a calculator, which the product lists', async () => {
    const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', { width: 1440, opens: false })
    const { productId } = await openBuilder(page, 'Motor to explain')
    const preview = page.getByRole('region', { name: say('FormBuilder.preview') })
    await page.getByRole('button', { name: say('Tutorial.intro') }).click()
    await page.getByRole('textbox', { name: labelled('Tutorial.intro') }).fill('What a car costs to insure.')
    await preview.getByText('What a car costs to insure.').waitFor()
    await page.getByRole('button', { name: say('Tutorial.addStep') }).click()
    await page.getByLabel(labelled('FormBuilder.title')).fill('A car of class C')
    await page
      .getByRole('textbox', { name: labelled('Tutorial.text') })
      .fill('Expensive cars have a class of their own.')
    await page.getByRole('combobox', { name: say('Tutorial.fillsIn') }).press('ArrowDown')
    await page.getByRole('option', { name: 'Vehicle class' }).click()
    await page.keyboard.press('Escape')
    const step = page.getByRole('region', { name: say('Tutorial.stepNumber', { number: '1' }) })
    await step.getByRole('radio', { name: 'C', exact: true }).check()
    await preview.getByText('Expensive cars have a class of their own.').waitFor()
    await preview.getByRole('button', { name: say('Tutorial.fillIn') }).click()
    await expect.poll(() => preview.getByRole('radio', { name: 'C', exact: true }).isChecked()).toBe(true)
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, 'form-builder-tutorial-en')
    await page.getByRole('button', { name: say('FormBuilder.publish'), exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('FormBuilder.publish'), exact: true })
      .click()
    await page.getByText(say('FormBuilder.upToDate')).waitFor()

    await page.goto(`/products/${productId}/tutorials`)
    await page.getByRole('main').getByRole('link', { name: 'Motor premium' }).click()
    await page.getByRole('heading', { name: 'A car of class C' }).waitFor()
    await page.getByRole('button', { name: say('Tutorial.fillIn') }).click()
    await expect.poll(() => page.getByRole('radio', { name: 'C', exact: true }).isChecked()).toBe(true)
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, 'tutorial-en')

    // A section for tutorials lists it beside the documents of the product, and takes no files.
    await page.goto(`/products/${productId}/documents`)
    await page.getByRole('button', { name: say('SectionMenu.label') }).click()
    await page.getByRole('menuitem', { name: say('SectionMenu.new') }).click()
    const section = page.getByRole('dialog')
    await section.getByRole('textbox', { name: say('SectionDialog.name') }).fill('How it works')
    for (const type of await section.getByRole('checkbox').all()) await type.uncheck()
    await section.getByRole('checkbox', { name: say('FileType.tutorial') }).check()
    await section.getByRole('button', { name: say('SectionDialog.create') }).click()
    const listed = page.getByRole('table', { name: say('Navigation.tutorials') })
    await listed.getByRole('link', { name: 'Motor premium' }).waitFor()
    expect(await page.getByRole('button', { name: say('Documents.upload') }).count()).toBe(0)
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, 'tutorial-section-en')
    expect(complaints).toEqual([])
    await close()
  })

  it('speaks Japanese', async () => {
    const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', {
      language: 'ja',
      colorScheme: 'dark',
      width: 1024,
      opens: false,
    })
    await openBuilder(page, 'フォームを作る自動車')
    await page.getByRole('region', { name: text('ja', 'FormBuilder.preview', {}) }).waitFor()
    await page.getByRole('button', { name: 'Vehicle class' }).click()
    await page.getByRole('combobox', { name: text('ja', 'FormBuilder.widget', {}) }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, 'form-builder-ja')
    expect(complaints).toEqual([])
    await close()
  })
})
