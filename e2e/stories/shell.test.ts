import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { cataloguePage } from '../pages/catalogue.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { newVisitor, picture } from '../support/browser.ts'
import { signedIn, useSignedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()

describe.each(['en', 'ja'] as const)('the shell in %s', (language) => {
  const say = (key: string, values: Record<string, string> = {}) => text(language, key, values)
  const signedInPage = useSignedIn(story, 'supervisor@demo.test', { language })

  it('has the measures of the specification', async () => {
    const page = signedInPage()
    const height = async (role: 'banner') => (await page.getByRole(role).boundingBox())?.height
    expect(await height('banner')).toBe(86)
    const menu = page.getByRole('navigation', { name: say('SideMenu.label') })
    expect((await menu.boundingBox())?.width).toBe(208)
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^[A-Z]{2}/ })
      .click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('supervisor@demo.test').waitFor()
    expect((await drawer.boundingBox())?.width).toBe(360)
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `drawer-${language}`)
    await drawer.getByRole('button', { name: say('UserDrawer.about') }).click()
    // The version of the page, and then that of the release, which is loaded.
    await page
      .getByRole('dialog', { name: say('About.title') })
      .getByText('0.3.0')
      .nth(1)
      .waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `about-${language}`)
    if (language === 'en') await measureDialogs()

    async function measureDialogs() {
      const share = async (title: string) => {
        const dialog = page.getByRole('dialog', { name: title })
        await dialog.waitFor()
        // It grows while opening.
        await dialog.evaluate((element) =>
          Promise.all(element.getAnimations({ subtree: true }).map((one) => one.finished)),
        )
        const { width = 0 } = (await dialog.boundingBox()) ?? {}
        return Math.round((100 * width) / (page.viewportSize()?.width ?? 1))
      }
      expect(await share(say('About.title'))).toBe(40)
      await page.keyboard.press('Escape')
      await page.goto('/')
      await page
        .getByRole('button', { name: say('Catalogue.new') })
        .first()
        .click()
      expect(await share(say('NewProduct.title'))).toBe(50)
      await page.getByRole('textbox', { name: say('Product.name') }).fill('Measured')
      await page.getByRole('button', { name: say('NewProduct.create') }).click()
      expect(await share(say('EngineUpload.title'))).toBe(90)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('Dialog.cancel') })
        .click()
      await page.getByRole('button', { name: say('Summary.edit') }).click()
      expect(await share(say('Summary.titleOf', { name: 'Measured' }))).toBe(70)
    }
  })

  it('shows the jobs popover in its size', async () => {
    const page = signedInPage()
    await page.getByRole('button', { name: say('Jobs.title') }).click()
    const popover = page.getByRole('dialog', { name: say('Jobs.title') })
    await popover.getByText(say('Jobs.none')).waitFor()
    expect((await popover.boundingBox())?.width).toBe(360)
    expect(await accessibilityFindings(page)).toEqual([])
  })

  it('answers an unknown address with a page that leads home', async () => {
    const page = signedInPage()
    await page.goto('/no/such/page')
    await page.getByRole('heading', { name: say('NotFound.title') }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `not-found-${language}`)
    await page.getByRole('link', { name: say('NotFound.home') }).click()
    await page.getByRole('heading', { name: say('Catalogue.title'), exact: true }).waitFor()

    await page.goto('/guide')
    const contents = page.getByRole('navigation', { name: say('Guide.contents') })
    await contents.getByRole('link').last().click()
    await page.getByRole('cell', { name: 'ENGINE_NOT_FOUND' }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await contents.getByRole('link').first().click()
    await page.getByText('x-synthetic-key').waitFor()
    const shown = page.getByRole('main').locator('img').first()
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `guide-${language}`)
    await page.getByRole('searchbox', { name: say('Guide.search') }).fill('Xsolve_')
    await page.getByRole('main').getByRole('listitem').getByText('Xsolve_').waitFor()
  })

  it('shares the link of a product', async () => {
    const page = signedInPage()
    const name = `Shared ${language}`
    await cataloguePage(page, language).create(name)
    await page.getByRole('heading', { name, exact: true }).waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await page
      .getByRole('banner')
      .getByRole('button', { name: say('MainHeader.share') })
      .click()
    const dialog = page.getByRole('dialog')
    const link = dialog.getByRole('textbox', { name: say('Share.link') })
    expect(await link.inputValue()).toBe(`${story.product.origin}/products/${id}`)
    expect(await accessibilityFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: say('Copy.copy') }).click()
    await page.getByText(say('Copy.copied')).first().waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${story.product.origin}/products/${id}`)
  })

  it('is steered by the keyboard: find with Ctrl-K, list the keys with ?', async () => {
    const page = signedInPage()
    await page.keyboard.press('Shift+?')
    await page.getByRole('dialog', { name: say('Keys.title') }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: say('Keys.title') }).waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: say('Palette.placeholder') })
    await palette.getByPlaceholder(say('Palette.placeholder')).fill(say('Navigation.system'))
    const found = palette.getByRole('option', { name: say('Navigation.system') })
    await found.waitFor()
    // Screen readers read what Enter opens.
    const search = palette.getByRole('combobox')
    const current = await search.getAttribute('aria-activedescendant')
    expect(await found.getAttribute('id')).toBe(current)
    expect(await found.getAttribute('aria-selected')).toBe('true')
    expect(await accessibilityFindings(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL('**/admin**')
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `system-${language}`)
    // Pages are found by other words for them, too. Where nothing is found, Enter leaves the text to be corrected.
    await page.keyboard.press('Control+k')
    await search.fill(say('Palette.words.board'))
    await palette.getByRole('option', { name: say('Catalogue.board') }).waitFor()
    await search.fill('no such page')
    await palette.getByText(say('Palette.nothing')).waitFor()
    await page.keyboard.press('Enter')
    await search.fill(say('NewProduct.title'))
    await palette.getByRole('option', { name: say('NewProduct.title') }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: say('NewProduct.title') }).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => url.search === '')
  })
})

it.each(['en', 'ja'] as const)('describes every call on a page that needs no sign-in, in %s', async (language) => {
  const say = (key: string) => text(language, key)
  const { page, complaints, close } = await newVisitor(story.browser, { origin: story.product.origin, language })
  await page.goto('/api/docs')
  await page.getByRole('heading', { name: say('ApiReference.title') }).waitFor()
  await page.getByRole('heading', { name: say('QuickStart.call.title') }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, `api-docs-${language}`)
  await page.getByRole('link', { name: 'createProduct' }).click()
  await page.getByText('/api/v1/product/create').first().waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  expect(complaints).toEqual([])
  await close()
})

it('changes the language at once and remembers it', async () => {
  const { page, close } = await signedIn(story, 'user@demo.test')
  await page.getByRole('button', { name: text('en', 'LanguageMenu.label') }).click()
  await page.getByRole('menuitemradio', { name: '日本語' }).click()
  await page.getByRole('heading', { name: text('ja', 'Catalogue.title'), exact: true }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: text('ja', 'Catalogue.title'), exact: true }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('ja')
  await close()
})

it('hides the groups of the side menu from normal users', async () => {
  const { page, close } = await signedIn(story, 'user@demo.test')
  const menu = page.getByRole('navigation', { name: text('en', 'SideMenu.label') })
  await menu.getByText(text('en', 'Navigation.products')).waitFor()
  expect(await menu.getByText(text('en', 'Navigation.administration')).count()).toBe(0)
  await close()
})

it('marks the entry of the side menu that a page below it belongs to', async () => {
  const { page, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
  const menu = page.getByRole('navigation', { name: text('en', 'SideMenu.label') })
  for (const [address, entry] of [
    ['/board', 'Navigation.products'],
    ['/roadmap', 'Navigation.products'],
    ['/lineage', 'Navigation.masterData'],
    ['/admin/explorer/home/files/no-such-folder', 'Navigation.files'],
  ] as const) {
    await page.goto(address)
    await menu.locator('[aria-current="true"]').getByText(text('en', entry), { exact: true }).waitFor()
    expect(await menu.locator('[aria-current]').count()).toBe(1)
  }
  await close()
})

it('names the tab of a page that cannot be shown after what it says', async () => {
  const { page, close } = await signedIn(story, 'user@demo.test', { opens: false })
  for (const [address, key] of [
    ['/products/no-such-product', 'Product.missing.title'],
    ['/admin/users', 'NotAllowed.title'],
    ['/master/no-such-document', 'Failure.title'],
  ] as const) {
    await page.goto(address)
    const title = text('en', key)
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await expect.poll(() => page.title()).toBe(text('en', 'Page.title', { title }))
    expect(await accessibilityFindings(page)).toEqual([])
    // Of a product that is not there, there is nothing to share.
    expect(await page.getByRole('button', { name: text('en', 'MainHeader.share'), exact: true }).count()).toBe(0)
  }
  await close()
})

it('returns the focus from a dialog to what opened it', async () => {
  const { page, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
  const dialog = page.getByRole('dialog')
  const hasFocus = async (of: Locator) => {
    await expect.poll(() => of.evaluate((found) => found === document.activeElement)).toBe(true)
  }

  // From a button.
  await page.goto('/admin/groups')
  const add = page.getByRole('button', { name: text('en', 'Groups.add') })
  await add.press('Enter')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await hasFocus(add)

  // A form that could not be sent keeps the focus on its button, which was disabled meanwhile.
  await add.press('Enter')
  await dialog.getByRole('textbox').first().fill('user:pf.reviewers')
  await page.context().setOffline(true)
  const submit = dialog.locator('button[type=submit]')
  await submit.press('Enter')
  await dialog.getByRole('alert').waitFor()
  await hasFocus(submit)
  await page.context().setOffline(false)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })

  // From a menu, which is gone by then.
  const actions = page.getByRole('row').filter({ hasText: 'user:pf.forms' }).getByRole('button')
  await actions.press('Enter')
  await page.getByRole('menuitem').first().press('Enter')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await hasFocus(actions)

  // From a row that is gone: the next one, here the one before the end, takes it.
  await page.goto('/admin/categories')
  const rows = page.getByRole('main').locator('tbody tr')
  await rows.first().waitFor()
  const count = await rows.count()
  await rows.last().getByRole('button').last().press('Enter')
  await dialog.getByRole('button', { name: /^Delete/ }).press('Enter')
  await expect.poll(() => rows.count()).toBe(count - 1)
  await hasFocus(rows.last())
  await close()
})
