import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cataloguePage } from '../pages/catalogue.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { launchBrowser, picture } from '../support/browser.ts'
import { type Product, startProduct } from '../support/product.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'

let product: Product
let browser: Browser

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await product.dispose()
})

/** A column, found by its heading; its label also tells how many products are in it. */
function columnOf(page: Page, name: string) {
  return page.getByRole('region', { name: new RegExp(`^${name}[,、]`) })
}

it('products move on the board by mouse and by keyboard, and others see it', async () => {
  const { page, complaints, close } = await signedIn(browser, product, 'supervisor@demo.test')
  const catalogue = cataloguePage(page, 'en')
  const { say } = catalogue
  for (const name of ['Pet health', 'Boat hull']) {
    await page.goto('/')
    await catalogue.create(name)
  }
  await page.goto('/')
  await page.getByRole('tab', { name: say('Catalogue.board') }).click()
  await page.waitForURL('**/board')
  const [ideas, design, review] = [columnOf(page, 'Ideas'), columnOf(page, 'In design'), columnOf(page, 'In review')]
  const card = (name: string) => page.getByRole('link', { name, exact: true })
  await ideas.getByRole('link', { name: 'Boat hull' }).waitFor()

  const watcher = await signedIn(browser, product, 'supervisor@demo.test')
  await watcher.page.goto('/board')
  await columnOf(watcher.page, 'Ideas').getByRole('link', { name: 'Pet health' }).waitFor()

  await ideas.getByRole('listitem').filter({ hasText: 'Pet health' }).dragTo(design)
  await design.getByRole('link', { name: 'Pet health' }).waitFor()
  await columnOf(watcher.page, 'In design').getByRole('link', { name: 'Pet health' }).waitFor()

  await card('Boat hull').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await design.getByRole('link', { name: 'Boat hull' }).waitFor()
  await page.getByText(say('Board.moved', { name: 'Boat hull', column: 'In design' })).waitFor({ state: 'attached' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Boat hull')
  await page.keyboard.press('Shift+ArrowUp')
  await design.getByRole('listitem').first().getByRole('link', { name: 'Boat hull' }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'board-en')

  // A refused move goes back.
  await page.route('**/updateproductstatus', (route) =>
    route.fulfill({ status: 503, json: { status: 'Error', errorCode: 'SERVICE_UNAVAILABLE', correlationId: 'x' } }),
  )
  await page.getByRole('button', { name: say('Board.moveCard', { name: 'Boat hull' }) }).click()
  await page.getByRole('menuitem', { name: 'In review' }).click()
  await page.getByText(say('Error.SERVICE_UNAVAILABLE')).first().waitFor()
  await design.getByRole('link', { name: 'Boat hull' }).waitFor()
  await page.unroute('**/updateproductstatus')
  expect(await review.getByRole('link').count()).toBe(0)
  const announced = complaints.filter((complaint) => !complaint.includes('503'))

  await page.getByRole('button', { name: say('Board.addColumn') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: say('Board.columnName') }).fill('in design')
  await dialog.getByRole('button', { name: say('Board.addColumn') }).click()
  await dialog.getByText(say('Error.KANBAN_STATUS_ALREADY_EXISTS')).waitFor()
  await dialog.getByRole('textbox', { name: say('Board.columnName') }).fill('Filed')
  await dialog.getByRole('button', { name: say('Board.addColumn') }).click()
  await columnOf(watcher.page, 'Filed').waitFor()

  await page.getByRole('button', { name: say('Board.columnActions', { name: 'In design' }) }).click()
  await page.getByRole('menuitem', { name: say('Board.delete') }).click()
  await page.getByRole('button', { name: say('Board.delete.confirm', { name: 'In design' }) }).click()
  await ideas.getByRole('link', { name: 'Boat hull' }).waitFor()
  expect(announced).toEqual([])
  await watcher.close()
  await close()
})

it('the board reads in Japanese on a small screen', async () => {
  const { page, complaints, close } = await signedIn(browser, product, 'supervisor@demo.test', {
    language: 'ja',
    width: 1024,
    colorScheme: 'dark',
  })
  await page.goto('/board')
  await columnOf(page, text('ja', 'Board.column.launched')).waitFor()
  await page.getByRole('link', { name: 'Pet health' }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'board-ja')
  expect(complaints).toEqual([])
  await close()
})
