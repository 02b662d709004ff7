import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { cataloguePage } from '../pages/catalogue.ts'
import { signInPages } from '../pages/sign-in.ts'
import { launchBrowser, newVisitor } from '../support/browser.ts'
import { type CleanClone, cloneCleanly } from '../support/clean-clone.ts'
import { type Product, startProduct } from '../support/product.ts'

// It builds the web application, on any machine.
vi.setConfig({ testTimeout: 1_200_000, hookTimeout: 1_200_000 })

let clone: CleanClone
let product: Product
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  clone = await cloneCleanly()
  product = await startProduct({}, clone.npmStart)
})
afterAll(async () => {
  await browser?.close()
  await product?.dispose()
  await clone?.dispose()
})

it('a clean clone starts with one command, lets people in, and keeps what they made through kill -9, and stops with the command', async () => {
  expect(product.output()).toContain('Building the web app')
  // It answers a moment before it prints so.
  const ready = `Sheetwright is ready at ${product.origin}`
  await vi.waitFor(() => expect(product.output()).toContain(ready), { timeout: 600_000, interval: 50 })
  const { page, complaints, close } = await newVisitor(browser, { origin: product.origin })
  const pages = signInPages(page, 'en')
  await pages.open()
  await pages.submit('supervisor@demo.test', product.passwords['supervisor@demo.test'] ?? '')
  await pages.chooseNewPassword('seven quiet lanterns 42')
  await pages.arrived()
  const catalogue = cataloguePage(page, 'en')
  await catalogue.create('Made in a clone')
  await page.getByRole('heading', { name: 'Made in a clone', exact: true }).waitFor()
  expect(complaints).toEqual([])

  await product.kill()
  const before = product.output().length
  await product.restart()
  expect(product.output().slice(before)).not.toContain('Building the web app')
  await page.goto('/')
  await catalogue.link('Made in a clone').waitFor()
  await close()

  await product.endCommand()
  const answers = () =>
    fetch(product.origin).then(
      () => true,
      () => false,
    )
  await vi.waitFor(async () => expect(await answers()).toBe(false), { timeout: 60_000, interval: 100 })
})
