import { describe, expect, it } from 'vitest'
import { cataloguePage } from '../pages/catalogue.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { signedIn } from '../support/signed-in.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()

describe('categories and statuses', () => {
  const { language, width, colorScheme, name, category, label } = {
    language: 'en',
    width: 1440,
    colorScheme: 'light',
    name: 'Pet health',
    category: 'Pets',
    label: 'Pets and animals',
  } as const
  it('a category is made, used, filtered by, renamed and deleted', async () => {
    const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', {
      language,
      width,
      colorScheme,
      opens: false,
    })
    const { say, link } = cataloguePage(page, language)

    await page.goto('/admin/categories')
    await page.getByRole('button', { name: say('Categories.add') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: say('Categories.key') }).fill('a,b')
    await dialog.getByRole('button', { name: say('Categories.save') }).click()
    await dialog.getByText(say('Categories.keyComma')).waitFor()
    await dialog.getByRole('textbox', { name: say('Categories.key') }).fill(category)
    await dialog.getByRole('button', { name: say('CategoryIcon.paw') }).click()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `category-dialog-${language}`)
    await dialog.getByRole('button', { name: say('Categories.save') }).click()
    await page.getByRole('row', { name: category }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `categories-${language}`)

    await page.goto('/')
    await page
      .getByRole('button', { name: say('Catalogue.new') })
      .first()
      .click()
    await page.getByRole('textbox', { name: say('Product.name') }).fill(name)
    await page.getByRole('combobox', { name: say('Product.category') }).click()
    await page.getByRole('option', { name: category }).click()
    await page.getByRole('option', { name: 'Health' }).click()
    await picture(page, `new-product-category-${language}`)
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: say('NewProduct.create') }).click()
    await page.getByRole('button', { name: say('Dialog.cancel') }).click()
    await page.getByRole('heading', { name, exact: true }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `product-category-${language}`)

    // Another category hides the product; its own, a removable chip, shows it again, also after a reload.
    await page.goto('/')
    const filter = page.getByRole('button', { name: say('CategoryFilter.label') })
    await filter.click()
    await page.getByRole('checkbox', { name: 'Travel' }).click()
    await page.getByText(say('Catalogue.noMatchCategory.text')).waitFor()
    await page.getByRole('checkbox', { name: category }).click()
    await link(name).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `category-filter-${language}`)
    await page.keyboard.press('Escape')
    await page.reload()
    await link(name).waitFor()
    await page.getByRole('button', { name: say('CategoryFilter.remove', { name: category }) }).click()
    await page.getByText(say('Catalogue.noMatchCategory.text')).waitFor()
    await page
      .getByRole('button', { name: say('CategoryFilter.clear') })
      .first()
      .click()
    await link(name).waitFor()

    await page.goto('/admin/categories')
    await page.getByRole('button', { name: say('Categories.editOf', { name: category }) }).click()
    await dialog.getByRole('textbox', { name: say('Categories.name') }).fill(label)
    await dialog.getByRole('button', { name: say('Categories.save') }).click()
    await page.getByRole('row', { name: label }).waitFor()
    await page.getByRole('button', { name: say('Categories.deleteOf', { name: label }) }).click()
    await picture(page, `category-delete-${language}`)
    await page.getByRole('button', { name: say('Categories.delete.confirm', { name: label }) }).click()
    await page.getByRole('row', { name: label }).waitFor({ state: 'hidden' })
    expect(complaints.filter((complaint) => !/status of 401/.test(complaint))).toEqual([])
    await close()
  })

  it('a product is edited and goes to production, and back with a reason only', async () => {
    const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', {
      language,
      width,
      colorScheme,
    })
    const { say, link } = cataloguePage(page, language)
    await link(name).click()
    await page.getByRole('heading', { name, exact: true }).waitFor()

    await page.getByRole('button', { name: say('Product.edit'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(say('Product.startDate')).fill('2027-04-01')
    await dialog.getByLabel(say('Product.launchDate')).fill('2027-03-01')
    await dialog.getByRole('button', { name: say('Dialog.save') }).click()
    await dialog.getByText(say('NewProduct.datesSwapped')).waitFor()
    await picture(page, `edit-product-${language}`)
    await dialog.getByLabel(say('Product.launchDate')).fill('2027-05-01')
    await dialog.getByRole('button', { name: say('Dialog.save') }).click()
    await page.getByRole('cell', { name: '2027-05-01' }).waitFor()

    // The status beside the name: the history below contains statuses too.
    const status = (word: string) => page.getByRole('main').locator('header').first().getByText(word)
    const choose = async (action: string) => {
      await page.getByRole('button', { name: say('Product.actionsOf', { name }) }).click()
      await page.getByRole('menuitem', { name: say(action) }).click()
    }
    await choose('Status.toProduction')
    await page.getByRole('button', { name: say('Status.toProduction.confirm', { name }) }).click()
    await status(say('ProductStatus.Production')).waitFor()
    await choose('Status.toDesign')
    await page.getByRole('button', { name: say('Status.toDesign.confirm', { name }) }).click()
    await dialog.getByText(say('Status.reasonMissing')).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `status-reason-${language}`)
    await dialog.getByRole('textbox', { name: say('Status.reason') }).fill('The rate of 2026 was wrong')

    // A refused change is rolled back.
    await page.route('**/api/v1/product/update/**', (route) => route.abort())
    await page.getByRole('button', { name: say('Status.toDesign.confirm', { name }) }).click()
    await page.getByText(say('Error.UNABLE_TO_CONNECT')).first().waitFor()
    await status(say('ProductStatus.Production')).waitFor()
    await page.unroute('**/api/v1/product/update/**')

    await choose('Status.toDesign')
    await dialog.getByRole('textbox', { name: say('Status.reason') }).fill('The rate of 2026 was wrong')
    await page.getByRole('button', { name: say('Status.toDesign.confirm', { name }) }).click()
    await page.getByText(say('Changes.reason', { reason: 'The rate of 2026 was wrong' })).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `recent-changes-${language}`)
    await choose('Status.toProduction')
    await page.getByRole('button', { name: say('Status.toProduction.confirm', { name }) }).click()
    await choose('Status.toArchive')
    await page.getByRole('button', { name: say('Status.toArchive.confirm', { name }) }).click()
    await choose('Status.reopen')
    await page.getByRole('button', { name: say('Status.reopen.confirm', { name }) }).click()
    await status(say('ProductStatus.Design')).waitFor()

    // A copy takes over the chosen parts; a taken name is refused at the field.
    await choose('Clone.action')
    const nameField = dialog.getByRole('textbox', { name: say('Product.name') })
    await expect.poll(() => nameField.inputValue()).toBe(`${name} (2)`)
    await nameField.fill(name)
    await dialog.getByRole('button', { name: say('Clone.create') }).click()
    await dialog.getByText(say('Error.PRODUCT_ALREADY_EXISTS')).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `clone-${language}`)
    await nameField.fill(`${name} B`)
    await dialog.getByRole('checkbox', { name: say('Clone.dates') }).uncheck()
    await dialog.getByRole('button', { name: say('Clone.create') }).click()
    await page.getByRole('heading', { name: `${name} B`, exact: true }).waitFor()
    await page.getByRole('cell', { name: 'Health' }).waitFor()
    expect(await page.getByRole('cell', { name: '2027-05-01' }).count()).toBe(0)
    expect(complaints.filter((complaint) => !/status of (401|409)|ERR_FAILED/.test(complaint))).toEqual([])
    await close()
  })
})
