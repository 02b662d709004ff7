import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { cataloguePage } from '../pages/catalogue.ts'
import { enginePages } from '../pages/engines.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { newVisitor, picture } from '../support/browser.ts'
import { motorWorkbook } from '../support/motor-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()

const engine = 'Motor premium'

describe.each([
  { language: 'en', width: 1440, colorScheme: 'light', name: 'Motor for visitors' },
  { language: 'ja', width: 1024, colorScheme: 'dark', name: '訪問者の自動車' },
] as const)('visitors in $language', ({ language, width, colorScheme, name }) => {
  const as = { language, width, colorScheme }
  const say = (key: string, values: Record<string, string> = {}) => text(language, key, values)
  const checked = async (page: Page, shot: string) => {
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `${shot}-${language}`)
  }

  it('come through a link with a code from their mail, use that engine alone, and are out when it is taken back', async () => {
    const { page, close } = await signedIn(story, 'supervisor@demo.test', as)
    const engines = enginePages(page, language)
    await cataloguePage(page, language).create(name)
    await page.getByRole('heading', { name, exact: true }).waitFor()
    const productId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await engines.open()
    await engines.openUpload()
    await engines.choose(await motorWorkbook(), `${engine}.xlsx`)
    await engines.startUpload()
    await engines.dialog.getByText(say('Parity.equal')).waitFor()
    await engines.proceed()
    await engines.publish(engine)
    await engines.card(engine).getByText(say('VersionState.Active')).waitFor()

    await page.getByRole('link', { name: say('Navigation.visitorLinks') }).click()
    await page.getByText(say('VisitorLinks.empty.title')).waitFor()
    await checked(page, 'links-empty')
    await page
      .getByRole('main')
      .getByRole('button', { name: say('VisitorLinks.new') })
      .first()
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('VisitorLinks.create') })
      .click()
    await page.getByText(say('VisitorLinks.engineRequired')).waitFor()
    await page
      .getByRole('dialog')
      .getByRole('combobox', { name: say('VisitorLinks.engine') })
      .click()
    await page.getByRole('option', { name: engine }).click()
    await checked(page, 'new-link')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('VisitorLinks.create') })
      .click()
    await page.getByRole('button', { name: say('VisitorLinks.copy', { engine }) }).click()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    await checked(page, 'links')

    const visitor = await newVisitor(story.browser, { ...as, origin: story.product.origin })
    const email = `guest.${language}@example.test`
    await visitor.page.goto(link)
    await visitor.page.getByRole('button', { name: say('Visitor.send') }).click()
    await visitor.page.getByText(say('Users.emailInvalid')).waitFor()
    await visitor.page.getByRole('textbox', { name: say('Users.email') }).fill(email)
    await visitor.page.getByRole('button', { name: say('Visitor.send') }).click()
    await visitor.page.getByRole('textbox', { name: say('Visitor.code') }).fill('12')
    await visitor.page.getByRole('button', { name: say('Visitor.enter') }).click()
    await visitor.page.getByText(say('Visitor.codeRule', { digits: '6' })).waitFor()
    await checked(visitor.page, 'visitor-code')

    await page.goto('/admin?tab=outbox')
    await page.getByRole('row').filter({ hasText: email }).click()
    await page.getByRole('dialog').getByText(say('Outbox.audited')).waitFor()
    const mail = await page.getByRole('dialog').innerText()
    await checked(page, 'visitor-mail')
    const code = /\b\d{6}\b/.exec(mail)?.[0] ?? ''
    await visitor.page.getByRole('textbox', { name: say('Visitor.code') }).fill(code === '000000' ? '000001' : '000000')
    await visitor.page.getByRole('button', { name: say('Visitor.enter') }).click()
    await visitor.page.getByText(say('Error.INVALID_INPUT_ANONYMOUSUSER')).waitFor()
    // As a Japanese input method writes digits.
    const wide = code.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
    await visitor.page.getByRole('textbox', { name: say('Visitor.code') }).fill(wide)
    await visitor.page.getByRole('button', { name: say('Visitor.enter') }).click()
    await visitor.page.waitForURL(`**/shared/products/${productId}/tutorial/**/anonymous/calculator?**`)
    await visitor.page
      .getByRole('region', { name: say('Calculator.results') })
      .getByText('919.77')
      .first()
      .waitFor()
    await visitor.page.setViewportSize({ width: 390, height: 844 })
    await checked(visitor.page, 'visitor-calculator')

    const call = (method: 'GET' | 'POST', address: string) =>
      visitor.page.evaluate(
        async (request) => {
          const token = localStorage.getItem('userToken') ?? ''
          const answer = await fetch(request.address, {
            method: request.method,
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            ...(request.method === 'POST' ? { body: '{"request_data":{"inputs":{}}}' } : {}),
          })
          return answer.status
        },
        { method, address },
      )
    const execute = `/api/v1/product/${productId}/engines/Execute/${encodeURIComponent(engine)}`
    expect(await call('POST', execute)).toBe(200)
    expect(await call('GET', `/api/v1/product/GetProduct/${productId}`)).toBe(403)

    await page.goto(`/products/${productId}/links`)
    await page.getByRole('button', { name: say('VisitorLinks.revoke.confirm', { engine }) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('VisitorLinks.revoke.confirm', { engine }) })
      .click()
    await page
      .getByRole('row')
      .filter({ hasText: say('KeyState.revoked') })
      .waitFor()
    expect(await call('POST', execute)).toBe(401)
    await visitor.page.reload()
    await visitor.page.getByText(say('Calculator.ended.title')).waitFor()
    await checked(visitor.page, 'visitor-ended')
    await Promise.all([close(), visitor.close()])
  })
})
