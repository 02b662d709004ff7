import type { Locator, Page, Request } from 'playwright-core'
import { expect, it } from 'vitest'
import { cataloguePage } from '../pages/catalogue.ts'
import { enginePages } from '../pages/engines.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { tabTo } from '../support/keyboard.ts'
import { addProduct } from '../support/publish-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()

it('a template is found, marked and used for a published engine, and a bookmark keeps what was typed into its tester', async () => {
  const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
  const catalogue = cataloguePage(page, 'en')
  const engines = enginePages(page, 'en')
  const { say } = catalogue
  await addProduct(page, 'Homes')
  await page.goto('/')
  await page.getByRole('link', { name: say('Navigation.templates'), exact: true }).click()
  const all = page.getByRole('region', { name: say('Template.all') })
  await expect.poll(() => all.getByRole('article').count()).toBe(4)
  await page.getByRole('button', { name: say('Template.more') }).click()
  await expect.poll(() => all.getByRole('article').count()).toBe(8)
  await page.getByText(say('Template.page', { page: '2', pages: '2' })).waitFor()
  await all.getByRole('button', { name: say('Product.favouriteOf', { name: 'Household contents' }) }).click()
  const favourites = page.getByRole('region', { name: say('Catalogue.favourites') })
  await favourites.getByRole('article', { name: 'Household contents' }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'templates-en')

  const starter = favourites.getByRole('article', { name: 'Household contents' })
  await starter.getByRole('button', { name: say('Template.actionsOf', { name: 'Household contents' }) }).click()
  const { name: fileName, content } = await engines.saved(() =>
    page.getByRole('menuitem', { name: say('Template.download') }).click(),
  )
  expect(fileName).toBe('Household.xlsx')
  await page.getByRole('button', { name: say('Template.add') }).click()
  await engines.dialog.locator('input[type=file]').setInputFiles({
    name: 'Our homes.xlsx',
    mimeType: 'application/octet-stream',
    buffer: content,
  })
  await engines.dialog.getByRole('button', { name: say('Template.add') }).click()
  await engines.dialog.waitFor({ state: 'hidden' })
  // The cards stay where they are until the favourites of the search are there too.
  const late = await holdFavourites(page)
  await page.getByRole('searchbox', { name: say('Template.search') }).fill('our homes')
  await late.untilListed()
  expect(await all.getByRole('article').count()).toBe(8)
  await late.release()
  await all.getByRole('article', { name: 'Our homes' }).waitFor()
  await expect.poll(() => all.getByRole('article').count()).toBe(1)
  await page.getByRole('button', { name: say('Template.actionsOf', { name: 'Our homes' }) }).click()
  await page.getByRole('menuitem', { name: say('Template.delete'), exact: true }).click()
  await page.getByRole('button', { name: say('Template.delete.confirm', { name: 'Our homes' }) }).click()
  await page.getByText(say('Template.noMatch'), { exact: true }).waitFor()
  await page.getByText(say('Catalogue.clear'), { exact: true }).click()

  // From the template through the upload to a published engine.
  await starter.getByRole('button', { name: say('Template.use') }).click()
  await engines.dialog.getByRole('combobox', { name: say('Template.product') }).fill('Home')
  await page.getByRole('option', { name: 'Homes' }).click()
  await engines.dialog.getByRole('button', { name: say('Template.use') }).click()
  await engines.summary()
  await engines.proceed()
  await engines.publish('Household')
  await engines.dialog.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Household', exact: true }).first().click()
  await page.waitForURL(/\/engines\/[0-9a-f-]+/)
  const tester = `${new URL(page.url()).pathname.replace(/(\/engines\/[^/]+).*/, '$1')}/apiTester/test`

  // A bookmark keeps the typed values.
  await page.goto(tester)
  await page.getByRole('textbox', { name: 'FloorArea' }).fill('123')
  await page.getByRole('button', { name: say('Bookmark.button') }).click()
  await page.getByRole('textbox', { name: say('Bookmark.name') }).fill('Large flat')
  await page.getByRole('button', { name: say('Bookmark.save') }).click()
  await page.getByRole('button', { name: say('Bookmark.button'), pressed: true }).waitFor()
  await page.getByRole('button', { name: say('Bookmark.button') }).click()
  await page.getByRole('textbox', { name: say('Bookmark.name') }).fill('large FLAT')
  await page.getByRole('button', { name: say('Bookmark.save') }).click()
  await page.getByText(say('Bookmark.alreadyExists')).waitFor()
  await page.keyboard.press('Escape')

  // A cell of the sheet is only in the URL, and so is a filter.
  const sheet = tester.replace('/apiTester/test', '/sheet')
  await page.goto(`${sheet}?cell=Quote!B4`)
  await page.getByRole('grid').waitFor()
  await page.getByRole('button', { name: say('Bookmark.button') }).click()
  await page.getByRole('textbox', { name: say('Bookmark.name') }).fill('The cell to look at')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: say('Bookmark.button'), pressed: true }).waitFor()
  await page.goto(`${sheet}?cell=Quote!B5`)
  await page.getByRole('button', { name: say('Bookmark.button'), pressed: false }).waitFor()
  await page.goto('/roadmap?by=year')
  await page.getByRole('button', { name: say('Bookmark.button') }).click()
  await page.getByRole('textbox', { name: say('Bookmark.name') }).fill('Years ahead')
  await page.keyboard.press('Enter')
  await page.getByText(say('Bookmark.saved', { name: 'Years ahead' })).waitFor()

  // Found again in the palette, after a reload that cleared the typed values.
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(say('Palette.placeholder')).fill('large')
  // Wait for this result to be the first: those for fewer letters are gone then.
  const found = page.getByRole('dialog').getByRole('option')
  await expect.poll(() => found.first().innerText()).toContain('Large flat')
  await page.keyboard.press('Enter')
  await page.waitForURL(/apiTester\/test\?bookmark=/)
  await expect.poll(() => page.getByRole('textbox', { name: 'FloorArea' }).inputValue()).toBe('123')

  await page.goto('/bookmarks')
  await page.getByRole('button', { name: say('Bookmark.renameOne', { name: 'Years ahead' }) }).click()
  await engines.dialog.getByRole('textbox', { name: say('Bookmark.name') }).fill('a/b')
  await engines.dialog.getByRole('button', { name: say('Dialog.save') }).click()
  await engines.dialog.locator('[aria-invalid="true"]').waitFor()
  await engines.dialog.getByRole('textbox', { name: say('Bookmark.name') }).fill('By year')
  await engines.dialog.getByRole('button', { name: say('Dialog.save') }).click()
  await page
    .getByRole('cell', { name: 'By year' })
    .or(page.getByRole('rowheader', { name: 'By year' }))
    .first()
    .waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'bookmarks-en')
  for (const name of ['By year', 'Large flat', 'The cell to look at']) {
    await page.getByRole('checkbox', { name: say('Bookmark.chooseOne', { name }) }).check()
  }
  await page.getByRole('main').getByRole('button', { name: 'Delete 3 bookmarks' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 3 bookmarks' }).click()
  await page.getByText(say('Bookmark.empty'), { exact: true }).waitFor()
  // The taken name.
  expect(complaints).toEqual([expect.stringContaining('409')])
  await close()
})

it('templates and bookmarks are used in Japanese, by keyboard alone', async () => {
  const as = { language: 'ja', width: 1024, colorScheme: 'dark' } as const
  const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', { ...as, opens: false })
  const say = (key: string, values: Record<string, string> = {}) => text('ja', key, values)
  const engines = enginePages(page, 'ja')
  const go = async (to: Locator, key = 'Enter') => {
    await tabTo(page, to)
    await page.keyboard.press(key)
  }
  const name = say('Template.starter.mortgage')
  await addProduct(page, 'ホームプラン')
  await page.goto('/templates')
  const all = page.getByRole('region', { name: say('Template.all') })
  await all.getByRole('article').first().waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'templates-ja')
  await tabTo(page, page.getByRole('searchbox', { name: say('Template.search') }))
  await page.keyboard.type(name)
  await expect.poll(() => all.getByRole('article').count()).toBe(1)
  await go(all.getByRole('button', { name: say('Product.favouriteOf', { name }) }))
  const favourites = page.getByRole('region', { name: say('Catalogue.favourites') })
  const starter = favourites.getByRole('article', { name })
  await starter.waitFor()

  // The menu of a template: its file is saved.
  await page.keyboard.press('Home')
  await tabTo(page, starter.getByRole('button', { name: say('Template.actionsOf', { name }) }), 'Shift+Tab')
  const { content } = await engines.saved(async () => {
    await page.keyboard.press('Enter')
    const item = page.getByRole('menuitem', { name: say('Template.download') })
    await item.waitFor()
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowDown')
        return item.evaluate((found) => found === document.activeElement)
      })
      .toBe(true)
    await page.keyboard.press('Enter')
  })
  expect(content.subarray(0, 2).toString()).toBe('PK')

  // From the template to a published engine.
  await tabTo(page, starter.getByRole('button', { name: say('Template.use') }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await tabTo(page, engines.dialog.getByRole('combobox', { name: say('Template.product') }))
  await page.keyboard.type('ホーム')
  await page.getByRole('option', { name: 'ホームプラン' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await go(engines.dialog.getByRole('button', { name: say('Template.use') }))
  await engines.summary()
  await go(engines.dialog.getByRole('button', { name: say('EngineUpload.continue'), exact: true }))
  await go(engines.dialog.getByRole('button', { name: say('EngineUpload.publish', { name: 'Mortgage' }) }))
  await engines.dialog.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Mortgage', exact: true }).first().waitFor()

  // A bookmark of the roadmap by years, renamed, and deleted through its dialog.
  await page.goto('/roadmap?by=year')
  await go(page.getByRole('button', { name: say('Bookmark.button') }))
  await tabTo(page, page.getByRole('textbox', { name: say('Bookmark.name') }))
  await page.keyboard.type('年ごと')
  await page.keyboard.press('Enter')
  await page.getByText(say('Bookmark.saved', { name: '年ごと' })).waitFor()
  await page.goto('/bookmarks')
  await go(page.getByRole('button', { name: say('Bookmark.renameOne', { name: '年ごと' }) }))
  const field = engines.dialog.getByRole('textbox', { name: say('Bookmark.name') })
  await tabTo(page, field)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('今後の数年')
  await page.keyboard.press('Enter')
  await engines.dialog.waitFor({ state: 'hidden' })
  await page.getByRole('checkbox', { name: say('Bookmark.chooseOne', { name: '今後の数年' }) }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'bookmarks-ja')
  await go(page.getByRole('row').filter({ hasText: '今後の数年' }))
  await page.waitForURL('**/roadmap?by=year**')
  await page.goto('/bookmarks')
  await go(page.getByRole('checkbox', { name: say('Bookmark.chooseOne', { name: '今後の数年' }) }), 'Space')
  await go(page.getByRole('main').getByRole('button', { name: say('Bookmark.delete.confirm', { count: '1' }) }))
  await page.getByRole('dialog').waitFor()
  await go(page.getByRole('dialog').getByRole('button', { name: say('Bookmark.delete.confirm', { count: '1' }) }))
  await page.getByText(say('Bookmark.empty'), { exact: true }).waitFor()
  expect(complaints).toEqual([])
  await close()
})

/** Holds back the favourites of a search, until they are released. */
async function holdFavourites(page: Page) {
  const held = Promise.withResolvers<void>()
  const asksForFavourites = (request: Request) => request.postData()?.includes('isstarred') === true
  await page.route('**/template/list', async (route) => {
    if (asksForFavourites(route.request())) await held.promise
    await route.continue()
  })
  const listed = page.waitForResponse(
    (response) => response.url().endsWith('/template/list') && !asksForFavourites(response.request()),
  )
  return {
    /** Until the answer without them has come and the page was drawn again. */
    untilListed: async () => {
      await (await listed).finished()
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    },
    release: async () => {
      held.resolve()
      await page.unrouteAll({ behavior: 'wait' })
    },
  }
}
