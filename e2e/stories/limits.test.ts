import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { accessibilityFindings } from '../support/accessibility.ts'
import { type Language, picture } from '../support/browser.ts'
import { rootWorkbook } from '../support/root-workbook.ts'
import { publishInNewProduct } from '../support/publish-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()
const limited = 'Roots / Motor premium'

it('an engine is limited to one call a minute, and the tester tells how long to wait, until the limit is removed', async () => {
  const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
  const say = (key: string, values: Record<string, string> = {}) => text('en', key, values)
  const { productId, engineId } = await publishInNewProduct(page, 'Roots', await rootWorkbook())
  const tester = `/products/${productId}/engines/${engineId}/apiTester/test`

  await page.goto('/admin/limits')
  await page.getByText(say('Limits.empty.title'), { exact: true }).waitFor()
  const add = page.getByRole('button', { name: say('Limits.add') }).first()
  await add.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: say('Limits.save') }).click()
  await dialog.getByText(say('Limits.numberRequired')).waitFor()
  await dialog.getByRole('radio', { name: say('Limits.ofEngine') }).click()
  await dialog.getByRole('combobox', { name: say('Limits.ofEngine') }).fill('Motor premium')
  await page.getByRole('option', { name: limited, exact: true }).click()
  await dialog.getByRole('textbox', { name: say('Limits.perMinute') }).fill('1')
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'limit-en')
  await dialog.getByRole('button', { name: say('Limits.save') }).click()
  const row = page.getByRole('row').filter({ hasText: limited })
  await row.waitFor()
  expect(await accessibilityFindings(page)).toEqual([])

  await page.goto(tester)
  await callUntilRefused(page, 'en')
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'limited-en')

  const reader = await signedIn(story, 'supervisor@demo.test', {
    language: 'ja',
    width: 1024,
    colorScheme: 'dark',
    opens: false,
  })
  await reader.page.goto('/admin/limits')
  await reader.page.getByRole('row').filter({ hasText: limited }).waitFor()
  expect(await accessibilityFindings(reader.page)).toEqual([])
  await picture(reader.page, 'limits-ja')
  await reader.page.goto(tester)
  await callUntilRefused(reader.page, 'ja')
  await picture(reader.page, 'limited-ja')
  await reader.close()

  await page.goto('/admin/limits')
  await page.getByRole('button', { name: say('Limits.remove', { name: limited }) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Limits.remove', { name: limited }) })
    .click()
  await page.getByText(say('Limits.empty.title'), { exact: true }).waitFor()
  await page.goto(tester)
  for (let call = 0; call < 3; call++) expect(await statusOfRun(page)).toBe(200)
  expect(new Set(complaints)).toEqual(new Set([expect.stringContaining('429 (Too Many Requests)')]))
  await close()
})

/** The third call at the latest is the second of its minute. */
async function callUntilRefused(page: Page, language: Language): Promise<void> {
  let status = 200
  for (let call = 0; call < 3 && status === 200; call++) status = await statusOfRun(page)
  expect(status).toBe(429)
  await page
    .getByText(language === 'en' ? /try again in \d+ s/ : /\d+ 秒後にもう一度/)
    .first()
    .waitFor()
}

async function statusOfRun(page: Page): Promise<number> {
  const wanted = page.getByRole('textbox', { name: 'Wanted' })
  await wanted.fill('81')
  const [answer] = await Promise.all([page.waitForResponse(/\/Execute\//), wanted.press('Control+Enter')])
  return answer.status()
}
