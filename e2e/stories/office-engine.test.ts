import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFindings } from '../support/accessibility.ts'
import { launchBrowser, type Language, picture } from '../support/browser.ts'
import { runOnCommandLine } from '../support/command-line.ts'
import { hasLibreOffice } from '../support/libreoffice.ts'
import { motorWorkbook } from '../support/motor-workbook.ts'
import { type Product, startProduct } from '../support/product.ts'
import { publishInNewProduct } from '../support/publish-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

function addressOf({ productId, engineId }: { readonly productId: string; readonly engineId: string }): string {
  return `/products/${productId}/engines/${engineId}`
}

/** An engine without a proxy URL answers that request with 404. */
function isFault(complaint: string): boolean {
  return !complaint.includes('status of 404')
}

function sayIn(language: Language) {
  return (key: string, values: Record<string, string> = {}) => text(language, key, values)
}

describe('engine types', () => {
  const say = sayIn('en')
  let product: Product
  beforeAll(async () => {
    product = await startProduct({ SHEETWRIGHT_LIBREOFFICE: 'off' })
  })
  afterAll(() => product.dispose())

  it('that cannot run on the installation are shown with the reason, and cannot be chosen', async () => {
    const as = { language: 'en', width: 1440, colorScheme: 'light' } as const
    const { page, complaints, close } = await signedIn({ browser, product }, 'supervisor@demo.test', {
      ...as,
      opens: false,
    })
    await page.goto(addressOf(await publishInNewProduct(page, 'Types', await motorWorkbook())))
    await page.getByRole('button', { name: say('Engine.editProperties'), exact: true }).click()
    await page.getByRole('combobox', { name: say('Engine.type') }).click()
    const absent = page.getByRole('option', { name: say('EngineType.officeAbsent') })
    await absent.waitFor()
    expect(await absent.getAttribute('data-combobox-disabled')).toBe('true')
    await picture(page, 'engine-types-absent')
    expect(complaints.filter(isFault)).toEqual([])
    await close()
  })
})

describe.runIf(hasLibreOffice)('an engine that LibreOffice computes', () => {
  const say = sayIn('ja')
  let product: Product
  beforeAll(async () => {
    product = await startProduct({ SHEETWRIGHT_LIBREOFFICE: 'auto' })
  })
  afterAll(() => product.dispose())

  it('is chosen among the properties and gives the numbers of the command line', async () => {
    const as = { language: 'ja', width: 1024, colorScheme: 'light' } as const
    const { page, complaints, close } = await signedIn({ browser, product }, 'supervisor@demo.test', {
      ...as,
      opens: false,
    })
    const workbook = await motorWorkbook()
    const address = addressOf(await publishInNewProduct(page, '自動車', workbook))
    await page.goto(address)
    await page.getByRole('button', { name: say('Engine.editProperties'), exact: true }).click()
    await page.getByRole('combobox', { name: say('Engine.type') }).click()
    await page.getByRole('option', { name: say('EngineType.office'), exact: true }).click()
    await picture(page, 'engine-type-office')
    expect(await accessibilityFindings(page)).toEqual([])
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Dialog.save') })
      .click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByText(say('EngineType.office')).first().waitFor()

    await page.goto(`${address}/apiTester/test`)
    await page.getByText(say('Tester.ready.title')).waitFor()
    await page.getByRole('textbox', { name: 'DriverAge' }).fill('22')
    await page.keyboard.press('Control+Enter')
    const output = page
      .getByRole('table', { name: say('Tester.outputs') })
      .getByRole('row')
      .filter({ hasText: 'AnnualPremium' })
    const { AnnualPremium } = await runOnCommandLine(workbook, { DriverAge: 22 })
    const amount = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    await output.getByText(amount.format(Number(AnnualPremium)), { exact: true }).waitFor()
    await picture(page, 'engine-office-run')
    expect(complaints.filter(isFault)).toEqual([])
    await close()
  })
})
