import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Locator, Page, Request, Response } from 'playwright-core'
import { expect, it } from 'vitest'
import { cataloguePage } from '../pages/catalogue.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { pageCredentials } from '../support/page-credentials.ts'
import { addProduct } from '../support/publish-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()

/** A column, found by its heading; its label also contains the number of products. */
function columnOf(page: Page, name: string) {
  return page.getByRole('region', { name: new RegExp(`^${name}[,、]`) })
}

it('products move on the board by mouse and by keyboard, and others see it', async () => {
  const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
  const catalogue = cataloguePage(page, 'en')
  const { say } = catalogue
  for (const name of ['Pet health', 'Boat hull']) await addProduct(page, name)
  await page.goto('/')
  await page.getByRole('tab', { name: say('Catalogue.board') }).click()
  await page.waitForURL('**/board')
  const [ideas, design, review] = [columnOf(page, 'Ideas'), columnOf(page, 'In design'), columnOf(page, 'In review')]
  const card = (name: string) => page.getByRole('link', { name, exact: true })
  await ideas.getByRole('link', { name: 'Boat hull' }).waitFor()

  const watcher = await signedIn(story, 'supervisor@demo.test', { opens: false })
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

  // A refused move is rolled back.
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

it('the edge of the board scrolls by itself while a card is dragged', async () => {
  const { page, close } = await signedIn(story, 'supervisor@demo.test', { width: 1024, opens: false })
  await page.goto('/board')
  await page.getByRole('link', { name: 'Pet health', exact: true }).waitFor()
  const scrolled = () => page.evaluate(() => document.querySelector('[data-board]')?.scrollLeft ?? -1)
  await page.evaluate(() => document.querySelector('[data-board]')?.scrollTo(0, 0))
  const card = await page.getByRole('listitem').filter({ hasText: 'Pet health' }).boundingBox()
  const board = await page.locator('[data-board]').boundingBox()
  if (card === null || board === null) throw new Error('the board is not there')
  await page.mouse.move(card.x + 60, card.y + 40)
  await page.mouse.down()
  await page.mouse.move(board.x + board.width - 90, board.y + 80, { steps: 4 })
  await page.mouse.move(board.x + board.width - 15, board.y + 80, { steps: 4 })
  await expect.poll(scrolled).toBeGreaterThan(0)
  await page.mouse.up()
  await close()
})

/** Waits until a bar stays where it is: the list is read again after each move, and a focused bar scrolls into view. */
async function quiet(page: Page, bar: Locator): Promise<void> {
  let messages = 0
  const count = (message: Request | Response) => {
    if (message.url().includes('/productroadmap/')) messages++
  }
  page.on('request', count).on('response', count)
  let last: unknown
  const isAsBefore = async () => {
    const before = last
    last = { messages, box: await bar.boundingBox() }
    return isDeepStrictEqual(last, before)
  }
  await expect.poll(isAsBefore, { interval: 500 }).toBe(true)
  page.off('request', count).off('response', count)
}

it('the roadmap moves products by mouse and by keyboard, with what depends on them', async () => {
  const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
  const { say } = cataloguePage(page, 'en')
  await page.goto('/board')
  const headers = await pageCredentials(page)
  const year = new Date().getUTCFullYear()
  const add = async (Name: string, dates: Record<string, string> = {}) => {
    const answer = await page.request.post('/api/v1/product/create', {
      headers,
      multipart: { Name, ...dates },
    })
    expect(answer.status()).toBe(200)
  }
  await add('Cyber cover', { StartDate: `${year}-02-01`, LaunchDate: `${year}-06-30` })
  await add('Cyber claims', { StartDate: `${year}-04-01`, LaunchDate: `${year}-09-30` })
  await add('Drone hull')
  await page.getByRole('tab', { name: say('Catalogue.roadmap') }).click()
  await page.waitForURL('**/roadmap')
  const bar = (name: string, from: string, to: string, progress = '0') =>
    page.getByRole('button', {
      name: say('Roadmap.bar', { name, start: `${year}-${from}`, end: `${year}-${to}`, progress }),
    })
  await bar('Cyber cover', '02-01', '06-30').waitFor()
  await page.getByRole('button', { name: say('Roadmap.bar.undated', { name: 'Drone hull' }) }).waitFor()

  // By keyboard only: choose the dependencies of Cyber claims.
  await bar('Cyber claims', '04-01', '09-30').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: say('Roadmap.dependencies') }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('combobox').fill('Cyber cov')
  await page.getByRole('option', { name: 'Cyber cover' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  // The list of options closes when the field loses the focus.
  await page.keyboard.press('Tab')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Dialog.save') })
    .click()
  await page.locator('[data-arrow]').waitFor({ state: 'attached' })
  await page.getByRole('dialog').waitFor({ state: 'hidden' })

  await bar('Cyber cover', '02-01', '06-30').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await bar('Cyber cover', '02-02', '07-01').waitFor()
  await bar('Cyber claims', '04-02', '10-01').waitFor()
  await page.keyboard.press('Control+ArrowLeft')
  await bar('Cyber cover', '02-02', '06-30').waitFor()
  await page.keyboard.press('+')
  await bar('Cyber cover', '02-02', '06-30', '5').waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toMatch(/^Cyber claims/)

  // By mouse: a month is 730 hours and 200 pixels wide. A bar scrolls into view when it gets the focus.
  await page.keyboard.press('ArrowUp')
  await expect.poll(focused).toMatch(/^Cyber cover/)
  await quiet(page, bar('Cyber cover', '02-02', '06-30', '5'))
  const box = await bar('Cyber cover', '02-02', '06-30', '5').boundingBox()
  if (box === null) throw new Error('no bar')
  const [x, y] = [box.x + 60, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 30, y, { steps: 3 })
  await page.mouse.up()
  const days = Math.round((30 / 200) * (730 / 24))
  const moved = (day: string) => {
    const date = new Date(`${year}-${day}T00:00Z`)
    date.setUTCDate(date.getUTCDate() - days)
    return date.toISOString().slice(5, 10)
  }
  const after = bar('Cyber cover', moved('02-02'), moved('06-30'), '5')
  await after.waitFor()
  await bar('Cyber claims', moved('04-02'), moved('10-01')).waitFor()
  // The button may be released before the movement is drawn.
  await quiet(page, after)
  await dragAtOnce(after, 30)
  await quiet(page, bar('Cyber cover', '02-02', '06-30', '5'))
  await dragAtOnce(bar('Cyber cover', '02-02', '06-30', '5'), -30)
  await after.hover()
  await page.getByRole('tooltip').filter({ hasText: 'Cyber cover' }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'roadmap-en')

  // A refused move is rolled back.
  await page.route('**/movetasks', (route) =>
    route.fulfill({ status: 503, json: { status: 'Error', errorCode: 'SERVICE_UNAVAILABLE', correlationId: 'x' } }),
  )
  await after.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByText(say('Error.SERVICE_UNAVAILABLE')).first().waitFor()
  await after.waitFor()
  await page.unroute('**/movetasks')

  await page.getByText(say('Roadmap.by.Quarter'), { exact: true }).click()
  await page.waitForURL('**by=quarter**')
  await page.getByRole('button', { name: say('Roadmap.zoomOut') }).click()
  await page.waitForURL('**zoom=0.75**')
  await page.getByText(say('Roadmap.by.Year'), { exact: true }).click()
  await page.getByRole('combobox', { name: say('Roadmap.months') }).click()
  await page.getByRole('option', { name: 'Français' }).click()
  await page.getByText(say('Roadmap.by.Month'), { exact: true }).click()
  await page
    .getByText(/^(Janvier|Février|Mars|Avril|Mai|Juin|Juillet|Août|Septembre|Octobre|Novembre|Décembre)$/)
    .first()
    .waitFor()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: say('Roadmap.export') }).click(),
  ])
  expect(download.suggestedFilename()).toBe('roadmap.png')
  const png = await readFile(await download.path())
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  if (process.env['SHEETWRIGHT_SCREENSHOTS'])
    await download.saveAs(`${process.env['SHEETWRIGHT_SCREENSHOTS']}/roadmap.png`)
  await page.getByRole('button', { name: 'Drone hull', exact: true }).click()
  await page.waitForURL(/\/products\/[0-9a-f-]+$/)
  expect(complaints.filter((complaint) => !complaint.includes('503'))).toEqual([])
  await close()
})

it('board and roadmap read in Japanese on a small screen', async () => {
  const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', {
    language: 'ja',
    width: 1024,
    colorScheme: 'dark',
    opens: false,
  })
  await page.goto('/board')
  await columnOf(page, text('ja', 'Board.column.launched')).waitFor()
  await page.getByRole('link', { name: 'Pet health' }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'board-ja')
  await page.getByRole('tab', { name: text('ja', 'Catalogue.roadmap') }).click()
  await page.getByRole('button', { name: text('ja', 'Roadmap.bar.undated', { name: 'Pet health' }) }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'roadmap-ja')
  expect(complaints).toEqual([])
  await close()
})

/** Moves a bar by these pixels, without time to draw it between the movement and the release. */
async function dragAtOnce(bar: Locator, by: number): Promise<void> {
  await bar.evaluate(async (element, distance) => {
    const send = (kind: string, clientX: number) =>
      element.dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerId: 1, clientX }))
    const { x } = element.getBoundingClientRect()
    send('pointerdown', x)
    await Promise.resolve()
    send('pointermove', x + distance)
    send('pointerup', x + distance)
  }, by)
}
