import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { signInPages } from '../pages/sign-in.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { newVisitor, picture } from '../support/browser.ts'
import { startOutsideProvider } from '../support/outside-provider.ts'
import { startProduct } from '../support/product.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStoryAlone } from '../support/use-story.ts'

const story = useStoryAlone()

describe.each([
  { language: 'en', other: 'ja', otherName: '日本語', width: 1440 },
  { language: 'ja', other: 'en', otherName: 'English', width: 1024 },
] as const)('the door in $language', ({ language, other, otherName, width }) => {
  it('changes its language before anybody is signed in, and the provider follows', async () => {
    const { page, close } = await newVisitor(story.browser, { origin: story.product.origin, language, width })
    await page.goto('/login')
    await page.getByRole('heading', { name: text(language, 'Login.title') }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `login-${language}`)
    await page.getByRole('button', { name: text(language, 'LanguageMenu.label') }).click()
    await page.getByRole('menuitemradio', { name: otherName }).click()
    await page.getByRole('heading', { name: text(other, 'Login.title') }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe(other)
    await page.getByRole('button', { name: text(other, 'Login.signIn') }).click()
    await page.getByLabel(signInPages(page, other).texts.password, { exact: true }).waitFor()
    await close()
  })

  it('tells visitors when their link is not complete, or has ended', async () => {
    const { page, close } = await newVisitor(story.browser, { origin: story.product.origin, language, width })
    const say = (key: string) => text(language, key)
    await page.goto('/anonymous/validate')
    await page.getByRole('heading', { name: say('Visitor.broken') }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    const query = 'linkId=00000000-0000-4000-8000-000000000000&client=sheetwright-web&realm=demo'
    await page.goto(`/anonymous/validate?${query}`)
    await page.getByText(say('Visitor.linkEnded')).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `visitor-link-ended-${language}`)
    await close()
  })

  it('asks whether somebody is still there, and signs out who is not', async () => {
    const { page, close } = await signedIn(story, 'user@demo.test', { language, width })
    const question = page.getByRole('dialog', { name: text(language, 'Idle.title') })
    await idleFor(page, 14 * 60 + 50)
    await question.waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `idle-${language}`)
    await question.getByRole('button', { name: text(language, 'Idle.stay') }).click()
    await question.waitFor({ state: 'hidden' })
    await idleFor(page, 15 * 60 + 1)
    await page.getByText(text(language, 'Login.idle')).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('userToken'))).toBeNull()
    await close()
  })
})

it('closes for all tabs at once', async () => {
  const { page, context, close } = await signedIn(story, 'supervisor@demo.test')
  const second = await context.newPage()
  await second.goto('/admin/users')
  await second.getByRole('heading', { name: text('en', 'Navigation.users') }).waitFor()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^[A-Z]{2}/ })
    .click()
  await page.getByRole('button', { name: text('en', 'MainHeader.logout') }).click()
  await page.getByRole('button', { name: text('en', 'Dialog.yes') }).click()
  await second.getByText(text('en', 'Login.signedOut')).waitFor()
  expect(new URL(second.url()).searchParams.get('return_url')).toContain('/admin/users')
  // The tab that signed out comes back from the provider later.
  await page.getByText(text('en', 'Login.signedOut')).waitFor()
  await close()
})

it('renews a token that has expired without anybody noticing', async () => {
  const { page, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
  const expired = await page.evaluate(() => {
    const [head = '', body = '', signature = ''] = (localStorage.getItem('userToken') ?? '').split('.')
    const claims: object = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')))
    const token = [head, btoa(JSON.stringify({ ...claims, exp: 1_000 })), signature].join('.')
    localStorage.setItem('userToken', token)
    return token
  })
  await page.goto('/admin/users')
  await page.getByRole('row').filter({ hasText: 'user@demo.test' }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('userToken'))).not.toBe(expired)
  await close()
})

describe('somebody of an outside provider', () => {
  it('is kept out without a valid group, is told why, and let in once they have one', async () => {
    const provider = await startOutsideProvider()
    const file = path.join(tmpdir(), `sheetwright-issuers-${crypto.randomUUID()}.json`)
    await writeFile(file, JSON.stringify([{ issuer: provider.issuer, clientId: provider.clientId, tenant: 'demo' }]))
    const guarded = await startProduct({ SHEETWRIGHT_ISSUERS: file })
    const olga = { name: 'Olga Outside', email: 'olga@office.test', preferred_username: 'olga' }
    try {
      for (const language of ['en', 'ja'] as const) {
        provider.describe({ ...olga, groups: ['supervisor:sales', 'admins'] })
        const { page, close } = await newVisitor(story.browser, { origin: guarded.origin, language })
        await page.goto('/')
        await page.getByText(text(language, 'Login.noGroup')).waitFor()
        expect(await page.evaluate(() => localStorage.getItem('userToken'))).toBeNull()
        expect(await accessibilityFindings(page)).toEqual([])
        await picture(page, `no-group-${language}`)
        provider.describe({ ...olga, groups: ['user:pf.forms'] })
        await page.getByRole('button', { name: text(language, 'Login.signIn') }).click()
        await page.getByRole('heading', { name: text(language, 'Catalogue.title'), exact: true }).waitFor()
        await close()
      }
    } finally {
      await guarded.dispose()
      await provider.stop()
      await rm(file, { force: true })
    }
  })
})

describe('several providers side by side', () => {
  it('are offered on the login page, and each signs its own people in and out', async () => {
    const [office, branch] = await Promise.all([startOutsideProvider(), startOutsideProvider()])
    office.describe({ sub: 'olga', name: 'Olga Outside', email: 'olga@office.test', groups: ['user:pf.forms'] })
    branch.describe({ sub: 'taro', name: 'Taro Osaka', email: 'taro@osaka.test', groups: ['supervisor:pf'] })
    const entry = ({ issuer, clientId }: typeof office, name: string) => ({ issuer, clientId, name, tenant: 'demo' })
    const file = path.join(tmpdir(), `sheetwright-issuers-${crypto.randomUUID()}.json`)
    await writeFile(file, JSON.stringify([entry(office, 'Head office'), entry(branch, 'Branch'), 'embedded']))
    const shared = await startProduct({ SHEETWRIGHT_ISSUERS: file })
    try {
      for (const [language, width] of [
        ['en', 390],
        ['ja', 1024],
      ] as const) {
        const { page, complaints, close } = await newVisitor(story.browser, { origin: shared.origin, language, width })
        const signInWith = (name: string) =>
          page.getByRole('button', { name: text(language, 'Login.signInWith').replace('{name}', name) })
        const initials = page.getByRole('banner').getByRole('button', { name: /^[A-Z]{2}/ })
        await page.goto('/?view=list')
        for (const [name, email] of [
          ['Head office', 'olga@office.test'],
          ['Branch', 'taro@osaka.test'],
        ] as const) {
          await signInWith(name).waitFor()
          expect(await accessibilityFindings(page)).toEqual([])
          await picture(page, `providers-${language}`)
          await signInWith(name).click()
          await signInPages(page, language).arrived()
          expect(new URL(page.url()).searchParams.get('view')).toBe('list')
          await page.reload()
          await initials.click()
          await page.getByText(email).waitFor()
          await page.getByRole('button', { name: text(language, 'MainHeader.logout') }).click()
          await page.getByRole('button', { name: text(language, 'Dialog.yes') }).click()
          await page.getByText(text(language, 'Login.signedOut')).waitFor()
        }
        await signInWith('Sheetwright').click()
        await page.getByLabel(signInPages(page, language).texts.password, { exact: true }).waitFor()
        expect(complaints).toEqual([])
        await close()
      }
    } finally {
      await shared.dispose()
      await Promise.all([office.stop(), branch.stop()])
      await rm(file, { force: true })
    }
  })
})

/** As after some idle seconds. */
async function idleFor(page: Page, seconds: number): Promise<void> {
  await page.evaluate((millis) => {
    localStorage.setItem('sheetwright.last-activity', String(Date.now() - millis))
  }, seconds * 1000)
}
