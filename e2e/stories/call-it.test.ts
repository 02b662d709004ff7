import { expect, it } from 'vitest'
import { cataloguePage } from '../pages/catalogue.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { motorWorkbook } from '../support/motor-workbook.ts'
import { publishInNewProduct } from '../support/publish-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()
const say = (key: string, values: Record<string, string> = {}) => text('en', key, values)

it('a published engine is called with a key made in place, and the answer is shown', async () => {
  const { page, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
  const { productId, engineId } = await publishInNewProduct(page, 'Tariff to call', await motorWorkbook())
  await page.goto(`/products/${productId}/engines/${engineId}`)
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

  // Deleted products are on their own page and can be restored there.
  await page.goto('/')
  await cataloguePage(page, 'en').delete('Tariff to call')
  await page.getByText(say('Product.deleted', { name: 'Tariff to call' })).waitFor()
  await page.goto('/admin/deleted')
  await page.getByRole('button', { name: say('Deleted.restoreOf', { name: 'Tariff to call' }) }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'deleted')
  await page.getByRole('button', { name: say('Deleted.restoreOf', { name: 'Tariff to call' }) }).click()
  await page.getByText(say('Deleted.empty.title')).waitFor()
  await close()
})
