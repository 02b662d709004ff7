import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { motorWorkbook } from '../support/motor-workbook.ts'
import { publishInNewProduct } from '../support/publish-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()

/** Results of the workbook's tariff, with two claims. */
const annual = (sum: number, age: number) => sum * 0.031 * 1.15 * (age < 25 ? 1.8 : age < 65 ? 1 : 1.25) * 1.2
const shown = (value: number) => value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

describe.each([
  { language: 'en', width: 1440, colorScheme: 'light', name: 'Motor to calculate' },
  { language: 'ja', width: 1024, colorScheme: 'dark', name: '計算する自動車' },
] as const)('a calculator in $language', ({ language, width, colorScheme, name }) => {
  const say = (key: string, values: Record<string, string> = {}) => text(language, key, values)
  const checked = async (page: Page, shot: string) => {
    expect(await accessibilityFindings(page)).toEqual([])
    await picture(page, `calculator-${shot}-${language}`)
  }

  it('computes while one types, on the server or in the page, and goes on without a network', async () => {
    const { page, context, complaints, close } = await signedIn(story, 'supervisor@demo.test', {
      language,
      colorScheme,
      width,
      opens: false,
    })
    const { productId, engineId } = await publishInNewProduct(page, name, await motorWorkbook())
    const results = page.getByRole('region', { name: say('Calculator.results') })
    const figure = (value: number) => results.getByText(shown(value), { exact: true }).first().waitFor()

    // The author has not allowed the program to be distributed: the server computes.
    await page.goto(`/products/${productId}/tutorial/Motor%20premium/calculator`)
    await figure(annual(21_500, 34))
    await checked(page, 'start')
    const sum = page.getByRole('textbox', { name: 'Sum insured' })
    const age = page.getByRole('textbox', { name: 'Age in years' })
    await sum.fill('30,000')
    await figure(annual(30_000, 34))
    await age.fill('17')
    await page.getByText('Drivers are 18 to 99 years old.').first().waitFor()
    await checked(page, 'refused')
    await age.fill('70')
    await figure(annual(30_000, 70))

    // Results of the number before do not stay beside a text that is no number; wide digits are one.
    await sum.fill('30 000')
    await results.getByText(say('Calculator.correct', { fields: 'Sum insured' })).waitFor()
    await results.getByText(shown(annual(30_000, 70)), { exact: true }).waitFor({ state: 'hidden' })
    await sum.fill('２１，５００')
    await figure(annual(21_500, 70))
    await sum.fill('30,000')
    await figure(annual(30_000, 70))

    // The link opens the same calculation.
    const linked = () => Buffer.from(page.url().split('#state=')[1] ?? '', 'base64url').toString()
    await expect.poll(linked).toMatch(/\b30000\b.*\b70\b|\b70\b.*\b30000\b/)
    const link = page.url()
    await page.goto('/')
    const headers = (await (await page.waitForRequest(/\/api\//)).allHeaders()) as Record<string, string>
    const allowed = await page.request.put(`/api/v1/product/${productId}/engines/updateengine/${engineId}`, {
      headers: { authorization: headers['authorization'] ?? '', 'x-tenant-name': headers['x-tenant-name'] ?? '' },
      data: { mayLeave: true },
    })
    expect(allowed.status()).toBe(200)
    await page.goto(link)
    await page.getByText(say('Calculator.here')).waitFor()
    await figure(annual(30_000, 70))

    // The network fails midway.
    await context.setOffline(true)
    await sum.fill('42000')
    await figure(annual(42_000, 70))
    await page.getByRole('button', { name: say('Calculator.addScenario') }).click()
    await age.fill('24')
    await figure(annual(42_000, 24))
    const table = page.getByRole('table', { name: say('Calculator.compare') })
    await table.getByText(`+${shown(annual(42_000, 24) - annual(42_000, 70))}`).waitFor()
    await context.setOffline(false)
    await page.getByRole('button', { name: say('Calculator.sweepShow') }).click()
    await page.locator('.recharts-line').waitFor()
    await checked(page, 'scenarios')
    await page.getByRole('button', { name: say('Calculator.copyTable') }).click()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.split('\n')[0]).toBe('\tA\tB')
    expect(copied).toContain(String(annual(42_000, 24)))
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: say('Calculator.pdf') }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^Motor premium .*\.pdf$/)
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
    await page.emulateMedia({ media: 'print' })
    // The printout has all sections at once, and nothing to click.
    await page.locator('[data-printed]').getByText('1,200.00').waitFor()
    expect(await page.getByRole('button', { name: say('Calculator.pdf') }).isVisible()).toBe(false)
    await picture(page, `calculator-print-${language}`)
    await page.emulateMedia({ media: null })
    // Printed in light colours, also from a dark screen.
    const scheme = () => document.documentElement.dataset['mantineColorScheme']
    const onScreen = await page.evaluate(scheme)
    await page.evaluate(() =>
      addEventListener('beforeprint', () => {
        document.title = `printed ${document.documentElement.dataset['mantineColorScheme']}`
      }),
    )
    await page.pdf()
    expect(await page.title()).toBe('printed light')
    expect(await page.evaluate(scheme)).toBe(onScreen)

    // Every section has a URL.
    await page.getByRole('tab', { name: 'Claims' }).click()
    await page.waitForURL(/\/calculator\/claims/)
    await checked(page, 'claims')
    await page.getByRole('button', { name: say('Calculator.reset') }).click()
    await figure(annual(21_500, 34))

    // On a phone, by keyboard only.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/products/${productId}/tutorial/Motor%20premium/calculator`)
    await figure(annual(21_500, 34))
    await tabTo(page, sum)
    await page.keyboard.press('Control+A')
    await page.keyboard.type('30000')
    await figure(annual(30_000, 34))
    const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(await beyond()).toBeLessThanOrEqual(0)
    await checked(page, 'phone')
    await tabTo(page, page.getByRole('button', { name: say('Calculator.reset') }))
    await page.keyboard.press('Enter')
    await figure(annual(21_500, 34))
    expect(complaints.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
    await close()
  })
})

/** Presses Tab until the element has the focus, as a keyboard user does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 100; presses++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('The keyboard does not get there')
}
