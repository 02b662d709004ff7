import { messages } from '@sheetwright/server/platform/identity/login-page/messages.ts'
import type { Page } from 'playwright-core'
import type { Language } from '../support/browser.ts'
import { text } from '../support/texts.ts'

/** Signs in through the identity provider's pages, until the product shows its catalogue. */
export function signInPages(page: Page, language: Language) {
  const texts = messages[language]
  return {
    open: async (address = '/') => {
      await page.goto(address)
      await page.getByLabel(texts.password, { exact: true }).waitFor()
    },
    submit: async (email: string, password: string) => {
      await page.getByLabel(texts.email).fill(email)
      await page.getByLabel(texts.password, { exact: true }).fill(password)
      await page.getByRole('button', { name: texts.signIn }).click()
    },
    chooseNewPassword: async (password: string) => {
      await page.getByRole('heading', { name: texts.newPasswordTitle }).waitFor()
      await page.getByLabel(texts.newPassword, { exact: true }).fill(password)
      await page.getByLabel(texts.repeatPassword, { exact: true }).fill(password)
      await page.getByRole('button', { name: texts.savePassword }).click()
    },
    arrived: () => page.getByRole('heading', { name: text(language, 'Catalogue.title'), exact: true }).waitFor(),
    texts,
  }
}
