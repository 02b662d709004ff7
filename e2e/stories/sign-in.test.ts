import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { signInPages } from '../pages/sign-in.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { newVisitor, picture } from '../support/browser.ts'
import { text } from '../support/texts.ts'
import { useStoryAlone } from '../support/use-story.ts'

const story = useStoryAlone()

describe.each([
  { language: 'en', email: 'supervisor@demo.test' },
  { language: 'ja', email: 'user@demo.test' },
] as const)('signing in in $language', ({ language, email }) => {
  const password = 'seven quiet lanterns 42'

  it('leads from the printed one-time password to the page that was asked for', async () => {
    const { page, complaints, close } = await newVisitor(story.browser, { origin: story.product.origin, language })
    const pages = signInPages(page, language)
    await pages.open('/?view=list')
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `sign-in-${language}`)

    await pages.submit(email, 'not the password')
    await page.getByText(pages.texts.wrong).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])

    await pages.submit(email, story.product.passwords[email] ?? '')
    await page.getByRole('heading', { name: pages.texts.newPasswordTitle }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    await pages.chooseNewPassword(password)
    await pages.arrived()
    expect(new URL(page.url()).searchParams.get('view')).toBe('list')
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    expect(complaints.filter((complaint) => !complaint.includes('401'))).toEqual([])
    await close()
  })

  it('takes the one-time password only once, and the chosen one from then on', async () => {
    const { page, close } = await newVisitor(story.browser, { origin: story.product.origin, language })
    const pages = signInPages(page, language)
    await pages.open()
    await pages.submit(email, story.product.passwords[email] ?? '')
    await page.getByText(pages.texts.wrong).waitFor()
    await pages.submit(email, password)
    await pages.arrived()
    await close()
  })

  it('ends with signing out, after asking', async () => {
    const { page, close } = await newVisitor(story.browser, { origin: story.product.origin, language })
    const pages = signInPages(page, language)
    await pages.open()
    await pages.submit(email, password)
    await pages.arrived()
    await openDrawer(page)
    await page.getByRole('button', { name: text(language, 'MainHeader.logout') }).click()
    const question = page.getByRole('dialog').filter({ hasText: text(language, 'MainHeader.logout.confirm') })
    await question.getByRole('button', { name: text(language, 'Dialog.no') }).click()
    await question.waitFor({ state: 'hidden' })
    await openDrawer(page)
    await page.getByRole('button', { name: text(language, 'MainHeader.logout') }).click()
    await question.getByRole('button', { name: text(language, 'Dialog.yes') }).click()
    await page
      .getByText(pages.texts.signedOutTitle)
      .or(page.getByText(text(language, 'Login.signedOut')))
      .first()
      .waitFor()
    expect(await page.evaluate(() => localStorage.getItem('Tenant'))).toBeNull()
    await page.goto('/')
    await page.getByLabel(pages.texts.password, { exact: true }).waitFor()
    await close()
  })
})

it('does not follow a return address to another site', async () => {
  const { page, close } = await newVisitor(story.browser, { origin: story.product.origin })
  const pages = signInPages(page, 'en')
  await page.goto(`/login?return_url=${encodeURIComponent('https://evil.example/')}`)
  await page
    .getByRole('button', { name: text('en', 'Login.signIn') })
    .or(page.getByLabel(pages.texts.email))
    .first()
    .waitFor()
  const button = page.getByRole('button', { name: text('en', 'Login.signIn') })
  if (!(await page.getByLabel(pages.texts.email).isVisible())) await button.click()
  await pages.submit('supervisor@demo.test', 'seven quiet lanterns 42')
  await pages.arrived()
  expect(new URL(page.url()).origin).toBe(story.product.origin)
  await close()
})

it('sets up a second factor in the drawer, and asks for its code at the next sign-in', async () => {
  const [email, password] = ['supervisor@demo.test', 'seven quiet lanterns 42']
  const first = await newVisitor(story.browser, { origin: story.product.origin })
  const say = (key: string) => text('en', key)
  const { page } = first
  const pages = signInPages(page, 'en')
  await pages.open()
  await pages.submit(email, password)
  await pages.arrived()
  await openDrawer(page)
  await page.getByRole('button', { name: say('UserDrawer.secondFactor') }).click()
  await page.getByLabel(say('Password.current')).fill(password)
  await page.getByRole('button', { name: say('SecondFactor.begin') }).click()
  await page.getByRole('img', { name: say('SecondFactor.qr') }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'second-factor-setup')
  const secret = (await page.getByRole('dialog').locator('.mono').first().innerText()).trim()
  await page.getByRole('textbox', { name: say('SecondFactor.code') }).fill('000')
  await page.getByRole('button', { name: say('SecondFactor.confirm') }).click()
  await page.getByText(say('Error.WRONG_CODE')).waitFor()
  await page.getByRole('textbox', { name: say('SecondFactor.code') }).fill(appCode(secret))
  await page.getByRole('button', { name: say('SecondFactor.confirm') }).click()
  await page.getByRole('dialog').getByText(say('SecondFactor.recoveryText')).waitFor()
  const recovery = await page.getByRole('dialog').getByRole('listitem').first().innerText()
  await picture(page, 'second-factor-codes')
  await page.getByRole('button', { name: say('SecondFactor.codesKept') }).click()
  await first.close()

  const second = await newVisitor(story.browser, { origin: story.product.origin, language: 'ja' })
  const again = signInPages(second.page, 'ja')
  await again.open()
  await again.submit(email, password)
  await second.page.getByRole('heading', { name: again.texts.codeTitle }).waitFor()
  expect(await accessibilityFindings(second.page)).toEqual([])
  await picture(second.page, 'second-factor-code-ja')
  await second.page.getByLabel(again.texts.code, { exact: true }).fill('111111')
  await second.page.getByRole('button', { name: again.texts.signIn }).click()
  await second.page.getByText(again.texts.codeWrong).waitFor()
  await second.page.getByLabel(again.texts.code, { exact: true }).fill(recovery)
  await second.page.getByRole('button', { name: again.texts.signIn }).click()
  await again.arrived()
  await second.close()
})

/** The code of an authenticator app for a secret (RFC 6238). */
function appCode(secret: string): string {
  const bits = secret
    .split('')
    .map((char) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char).toString(2).padStart(5, '0'))
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) % 16
  return String((digest.readUInt32BE(offset) % 2 ** 31) % 1_000_000).padStart(6, '0')
}

/** The button with the initials of the signed-in person. */
async function openDrawer(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^[A-Z]{2}/ })
    .click()
}
