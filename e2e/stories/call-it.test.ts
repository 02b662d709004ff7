import { expect, it } from 'vitest'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()
const say = (key: string) => text('en', key)

it('a published engine is called with a key made in place, and the answer is shown', async () => {
  const { page, close } = await signedIn(story, 'supervisor@demo.test')
  const product = (await page.locator('main a[href^="/products/"]').first().getAttribute('href')) ?? ''
  await page.goto(`${product.split('/').slice(0, 3).join('/')}/engines`)
  const engine = page.locator('main a[href*="/engines/"]').first()
  await engine.waitFor()
  await page.goto((await engine.getAttribute('href'))?.split('/').slice(0, 5).join('/') ?? '')
  await page.getByRole('button', { name: say('CallIt.open') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: say('CallIt.keyFor') }).click()
  await page.getByRole('option', { name: 'supervisor:pf', exact: true }).click()
  await dialog.getByRole('button', { name: say('ApiKeys.create') }).click()
  const key = await dialog.getByRole('textbox', { name: say('ApiKeys.key') }).inputValue()
  await dialog.locator('pre').filter({ hasText: key }).waitFor()
  await dialog.getByRole('button', { name: say('CallIt.send') }).click()
  await dialog.locator('pre').filter({ hasText: 'xOutput' }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'call-it')
  await close()
})
