import type { Locator, Page } from 'playwright-core'
import type { Language } from '../support/browser.ts'
import { text } from '../support/texts.ts'

/** Page model of the product catalogue. */
export function cataloguePage(page: Page, language: Language) {
  const say = (key: string, values: Record<string, string> = {}) => text(language, key, values)
  const link = (name: string): Locator => page.getByRole('main').getByRole('link', { name, exact: true })
  const openMenu = (name: string) => page.getByRole('button', { name: say('Product.actionsOf', { name }) }).click()
  return {
    link,
    create: async (name: string, description = '') => {
      await page
        .getByRole('button', { name: say('Catalogue.new') })
        .first()
        .click()
      await page.getByRole('textbox', { name: say('Product.name') }).fill(name)
      if (description) await page.getByRole('textbox', { name: say('Product.description') }).fill(description)
      await page.getByRole('button', { name: say('NewProduct.create') }).click()
      // A new product asks for its first workbook; a refused workbook shows the reason.
      const upload = page.getByRole('dialog', { name: say('EngineUpload.title') })
      const refused = page.locator('[aria-invalid="true"]').or(page.getByText(say('Error.permissionTitle')))
      await upload.or(refused).first().waitFor()
      if (await upload.isVisible()) await upload.getByRole('button', { name: say('Dialog.cancel') }).click()
    },
    rename: async (name: string, newName: string) => {
      await openMenu(name)
      await page.getByRole('menuitem', { name: say('Product.rename') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: say('Product.name') }).fill(newName)
      await dialog.getByRole('button', { name: say('Dialog.save') }).click()
      await dialog.waitFor({ state: 'hidden' })
    },
    delete: async (name: string) => {
      await openMenu(name)
      await page.getByRole('menuitem', { name: say('Product.delete') }).click()
      await page.getByRole('button', { name: say('Product.delete.confirm', { name }) }).click()
    },
    undo: () => page.getByRole('button', { name: say('Undo.undo') }).click(),
    favourite: (name: string) => page.getByRole('button', { name: say('Product.favouriteOf', { name }) }),
    search: (words: string) => page.getByRole('searchbox', { name: say('Catalogue.search') }).fill(words),
    showAsList: () => page.getByLabel(say('Catalogue.list')).click(),
    showAsCards: () => page.getByLabel(say('Catalogue.grid')).click(),
    say,
  }
}
