import { expect, it } from 'vitest'
import { cataloguePage } from '../pages/catalogue.ts'
import { enginePages } from '../pages/engines.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()

it('templates are found, marked, downloaded, added and deleted', async () => {
  const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test')
  const catalogue = cataloguePage(page, 'en')
  const engines = enginePages(page, 'en')
  const { say } = catalogue
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
  await page.getByRole('searchbox', { name: say('Template.search') }).fill('our homes')
  await all.getByRole('article', { name: 'Our homes' }).waitFor()
  await expect.poll(() => all.getByRole('article').count()).toBe(1)
  await page.getByRole('button', { name: say('Template.actionsOf', { name: 'Our homes' }) }).click()
  await page.getByRole('menuitem', { name: say('Template.delete'), exact: true }).click()
  await page.getByRole('button', { name: say('Template.delete.confirm', { name: 'Our homes' }) }).click()
  await page.getByText(say('Template.noMatch'), { exact: true }).waitFor()
  expect(complaints).toEqual([])
  await close()
})

it('templates and bookmarks read in Japanese', async () => {
  const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', {
    language: 'ja',
    width: 1024,
    colorScheme: 'dark',
  })
  await page.goto('/templates')
  await page
    .getByRole('article', { name: text('ja', 'Template.starter.household') })
    .first()
    .waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'templates-ja')
  await page.goto('/bookmarks')
  await page.getByText(text('ja', 'Bookmark.empty'), { exact: true }).waitFor()
  await page.getByRole('button', { name: text('ja', 'Bookmark.button') }).click()
  await page.getByRole('button', { name: text('ja', 'Bookmark.save') }).waitFor()
  await picture(page, 'bookmarks-ja')
  expect(complaints).toEqual([])
  await close()
})
