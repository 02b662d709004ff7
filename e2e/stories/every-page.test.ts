import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { accessibilityFindings } from '../support/accessibility.ts'
import { type Language, picture } from '../support/browser.ts'
import { motorWorkbook } from '../support/motor-workbook.ts'
import { pageCredentials } from '../support/page-credentials.ts'
import { publishInNewProduct } from '../support/publish-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { text, textsOfEnglishAlone } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()
const say = (key: string) => text('en', key)
const englishOnly = textsOfEnglishAlone()

/** Elements that overflow the page horizontally, except those that scroll themselves. */
function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element.tagName !== 'MAIN' &&
      (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(element).overflowX) ||
        scrolls(element.parentElement))
    return [...document.querySelectorAll('header *, main *')]
      .filter((element) => {
        const { right, left, height } = element.getBoundingClientRect()
        return height > 1 && right - left > 1 && right > width + 1 && !scrolls(element.parentElement)
      })
      .map((element) => `${element.tagName.toLowerCase()}.${element.className.split(' ')[0] ?? ''}`)
      .slice(0, 5)
  })
}

/** Texts that are cut: wider than their element, or higher than the one around them. */
function cutTexts(page: Page, selector: string): Promise<string[]> {
  return page.evaluate(
    (selected) =>
      [...document.querySelectorAll(selected)]
        .filter((element) => {
          const { height } = element.getBoundingClientRect()
          const room = element.closest('header > *')?.getBoundingClientRect().height ?? height
          return height > room || element.scrollWidth > element.clientWidth + 1
        })
        .map((element) => element.textContent ?? ''),
    selector,
  )
}

/** Buttons at the end of table rows that are seen only after scrolling sideways. */
function hiddenButtons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    return [...document.querySelectorAll('main td[data-align="end"]:last-of-type button')]
      .filter((button) => button.getBoundingClientRect().right > width)
      .map((button) => `hidden: ${button.getAttribute('aria-label') ?? button.textContent}`)
  })
}

/** Texts that run out of their table cell, over the next one. */
function spilledTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isClipped = (element: Element, cell: Element): boolean =>
      element !== cell && (getComputedStyle(element).overflowX !== 'visible' || isClipped(element.parentElement!, cell))
    return [...document.querySelectorAll('main :is(td, th)')].flatMap((cell) => {
      const { right } = cell.getBoundingClientRect()
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      const spilled: string[] = []
      while (walker.nextNode()) {
        const range = document.createRange()
        range.selectNodeContents(walker.currentNode)
        const parent = walker.currentNode.parentElement!
        if (range.getBoundingClientRect().right > right + 1 && !isClipped(parent, cell)) {
          spilled.push(`spilled: ${range.toString()}`)
        }
      }
      return spilled
    })
  })
}

/** Tables that scroll sideways without a sign that there is more, and signs of more where there is none. */
function wrongSignsOfMore(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hides = (frame: Element) => frame.scrollWidth > frame.clientWidth + 1
    const unmarked = [...document.querySelectorAll('main table')]
      .filter(({ parentElement: frame }) => frame !== null && hides(frame))
      .filter(({ parentElement: frame }) => !frame!.hasAttribute('data-hides-columns'))
      .map((table) => `no sign of more: ${table.ariaLabel}`)
    const fading = [...document.querySelectorAll('main [data-hides-columns]')]
      .filter((frame) => !hides(frame))
      .map((frame) => `sign of more without any: ${frame.textContent}`)
    return [...unmarked, ...fading]
  })
}

/** Texts shown in English although a Japanese translation exists. */
async function untranslated(page: Page): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode()) texts.push(walker.currentNode.textContent?.trim() ?? '')
    return texts
  })
  return shown.filter((each) => englishOnly.has(each))
}

async function opened(page: Page, address: string) {
  await page.goto(address)
  await untilShown(page)
}

/** Opens a page like a link of the application, which takes a quarter of a load from scratch. */
async function followed(page: Page, address: string, language: Language = 'en') {
  const go = (to: string) =>
    page.evaluate((path) => {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
    }, to)
  // A page between the two, because the next one may have the same heading.
  await go('/no/such/page')
  const between = page.getByRole('heading', { level: 1, name: text(language, 'NotFound.title') })
  await between.waitFor()
  await go(address)
  await between.waitFor({ state: 'hidden' })
  await untilShown(page)
}

async function untilShown(page: Page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => document.querySelector('main .mantine-Skeleton-root') === null)
}

const withoutIds = (address: string) => address.replace(/[0-9a-f-]{36}/g, 'ID')
const pictureOf = (address: string) => address.replace(/[0-9a-f-]{36}|[^a-zA-Z]/g, '-')

let addresses: readonly string[] = []

beforeAll(async () => {
  const { page, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
  const { productId, engineId } = await publishInNewProduct(page, 'Tariff on a phone', await motorWorkbook())
  const productPath = `/products/${productId}`
  const enginePath = `${productPath}/engines/${engineId}`
  addresses = [
    '/',
    '/?view=list',
    '/jobs',
    '/templates',
    '/master',
    '/insights',
    '/board',
    '/roadmap',
    '/guide',
    '/admin',
    '/admin/users',
    '/admin/groups',
    '/admin/keys',
    '/admin/limits',
    '/admin/audit',
    '/admin/deleted',
    '/admin/categories',
    '/api/docs',
    productPath,
    `${productPath}/engines`,
    `${productPath}/documents`,
    `${productPath}/links`,
    `${productPath}/testcenter`,
    enginePath,
    `${enginePath}/sheet`,
    `${enginePath}/parity`,
    `${enginePath}/versions`,
    `${enginePath}/history`,
    `${enginePath}/lint`,
    `${enginePath}/apiTester/test`,
  ]
  await close()
})

it('fits a phone, and the menu is a drawer', async () => {
  const { page, close } = await signedIn(story, 'supervisor@demo.test', { width: 390 })
  await page.getByRole('button', { name: say('SideMenu.show') }).click()
  const menu = page.getByRole('dialog', { name: say('SideMenu.label') })
  await menu.getByRole('link', { name: say('Navigation.users') }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'phone-menu')
  await menu.getByRole('link', { name: say('Navigation.users') }).click()
  await page.waitForURL('**/admin/users')
  await menu.waitFor({ state: 'hidden' })

  const found: Record<string, string[]> = {}
  for (const address of addresses) {
    await followed(page, address)
    const parts = [
      ...(await overflow(page)),
      ...(await cutTexts(page, 'header nav ol')),
      ...(await hiddenButtons(page)),
      ...(await spilledTexts(page)),
    ]
    if (parts.length > 0) found[withoutIds(address)] = parts
    await picture(page, `phone${pictureOf(address)}`)
  }
  expect(found).toEqual({})

  // The explanation of a cell stands below the sheet.
  await opened(page, addresses.find((address) => address.endsWith('/sheet')) ?? '')
  const sheet = page.getByRole('grid')
  await sheet.waitFor()
  expect((await sheet.boundingBox())?.width).toBeGreaterThan(300)
  await close()
})

it('shows the inputs of an engine whole beside its facts', async () => {
  const { page, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
  await opened(page, addresses.find((address) => /engines\/[^/]+$/.test(address)) ?? '')
  await page.locator('main th[scope="row"]').first().waitFor()
  expect(await page.locator('main th[scope="row"]').count()).toBeGreaterThan(0)
  expect(await cutTexts(page, 'main table[data-dense] :is(th, td) span')).toEqual([])
  await close()
})

it('keeps the current one of many tabs in sight', async () => {
  const { page, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
  await opened(page, addresses.find((address) => /engines\/[^/]+$/.test(address)) ?? '')
  for (const tab of ['Engine.tab.lint', 'Engine.tab.history', 'Engine.tab.overview']) {
    await page.getByRole('button', { name: /^All \d+$/ }).click()
    await page.getByRole('menuitem', { name: say(tab), exact: true }).click()
    const isInSight = () =>
      page.getByRole('tab', { name: say(tab), selected: true }).evaluate((chosen) => {
        const [own, list] = [chosen.getBoundingClientRect(), chosen.parentElement!.getBoundingClientRect()]
        return own.left >= list.left - 1 && own.right <= list.right + 1
      })
    await expect.poll(isInSight).toBe(true)
  }
  await close()
})

it('lines up the values of an explanation', async () => {
  const { page, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
  const enginePage = addresses.find((address) => /engines\/[^/]+$/.test(address)) ?? ''
  await opened(page, `${enginePage}/explain`)
  const tree = page.getByRole('list', { name: say('Explain.title') })
  await tree.getByRole('listitem').nth(2).waitFor()
  const ends = await tree.evaluate((list) =>
    [...list.querySelectorAll(':scope > li > ul > li > div > strong')].map((value) =>
      Math.round(value.getBoundingClientRect().right),
    ),
  )
  expect(ends.length).toBeGreaterThan(1)
  expect(new Set(ends).size).toBe(1)
  await picture(page, 'explanation')
  await close()
})

it('shows to the second when an engine was called', async () => {
  const { page, close } = await signedIn(story, 'supervisor@demo.test')
  const enginePage = addresses.find((address) => /engines\/[^/]+$/.test(address)) ?? ''
  const called = await page.request.post(
    `/api/v1${enginePage.replace(/products(.*)engines/, 'product$1engines/Execute')}`,
    {
      headers: await pageCredentials(page),
      data: { request_data: { inputs: {} } },
    },
  )
  expect(called.status()).toBe(200)
  await opened(page, `${enginePage}/history`)
  await page.locator('main tbody time').first().waitFor()
  expect(await cutTexts(page, 'main tbody :is(time, td:first-child, th:first-child, th:first-child *)')).toEqual([])
  await close()
})

it('is in Japanese, and can be read in the dark', async () => {
  const as = { language: 'ja', width: 1024, colorScheme: 'dark' } as const
  const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', as)
  const found: Record<string, string[]> = {}
  for (const address of addresses) {
    await followed(page, address, 'ja')
    const parts = [
      ...(await untranslated(page)),
      ...(await overflow(page)),
      ...(await hiddenButtons(page)),
      ...(await wrongSignsOfMore(page)),
      ...(await accessibilityFindings(page)),
    ]
    if (parts.length > 0) found[withoutIds(address)] = parts
    await picture(page, `japanese${pictureOf(address)}`)
  }
  expect(found).toEqual({})
  expect(complaints).toEqual([])
  await close()
})
