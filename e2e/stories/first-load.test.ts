import { describe, expect, it } from 'vitest'
import { accessibilityFindings } from '../support/accessibility.ts'
import { newVisitor, picture } from '../support/browser.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()
const say = (key: string) => text('en', key)

describe.each(['light', 'dark'] as const)('the first load, %s', (colorScheme) => {
  it('shows something before scripts and style sheets have arrived', async () => {
    const visitor = await newVisitor(story.browser, { origin: story.product.origin, colorScheme })
    const { page, complaints } = visitor
    const held = Promise.withResolvers<void>()
    await page.route('**/assets/*', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    const start = page.locator('#start')
    await start.waitFor()
    const painted = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)
    await expect.poll(painted).toBe(1)
    expect(await page.evaluate(() => document.styleSheets.length), 'no style sheet yet').toBe(0)
    expect(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(colorScheme === 'dark')
    await picture(page, `start-${colorScheme}`)
    held.resolve()
    await page.getByRole('main').waitFor()
    await start.waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
    await visitor.close()
  })
})

describe('a page that was never opened before', () => {
  it('says that it cannot be loaded without a network, and is loaded when tried again', async () => {
    const { page, context, close } = await signedIn(story, 'supervisor@demo.test')
    const code = /\/assets\/UsersPage-[^/]*\.js$/
    await page.route(code, (route) => route.abort('internetdisconnected'))
    await context.setOffline(true)
    await page.getByRole('link', { name: say('Navigation.users') }).click()
    const retry = page
      .getByRole('main')
      .getByRole('alert')
      .getByRole('button', { name: say('Failure.retry') })
    await retry.waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, 'page-not-loaded')
    await retry.click()
    await page
      .getByRole('region', { name: say('Toasts.label') })
      .getByText(say('Error.UNABLE_TO_CONNECT'))
      .waitFor()
    await retry.waitFor()
    await context.setOffline(false)
    await page.unroute(code)
    await retry.click()
    await page.getByRole('button', { name: say('Users.add') }).waitFor()
    await close()
  })

  it('is opened with the new release when the code of the old one is gone', async () => {
    const { page, close } = await signedIn(story, 'supervisor@demo.test')
    await page.route(/\/assets\/GroupsPage-[^/]*\.js$/, (route) => route.fulfill({ status: 404 }), { times: 1 })
    await page.route(
      ({ pathname }) => pathname === '/',
      async (route) => {
        const answer = await route.fetch()
        await route.fulfill({
          response: answer,
          body: (await answer.text()).replace('/assets/frame-', '/assets/next-'),
        })
      },
    )
    await page.getByRole('link', { name: say('Navigation.groups') }).click()
    await page.getByRole('button', { name: say('Groups.export') }).waitFor()
    await close()
  })
})
