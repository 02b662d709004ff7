import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { enginePages } from '../pages/engines.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { motorWorkbook } from '../support/motor-workbook.ts'
import { pageCredentials } from '../support/page-credentials.ts'
import { addProduct, publishInNewProduct, publishWorkbook } from '../support/publish-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()

it('a supervisor notes a client with keys, signs in a command line, and brings a version from another installation', async () => {
  const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
  const engines = enginePages(page, 'en')
  const { say, dialog } = engines

  // A client, its first key, and its replacements.
  await page.goto('/admin/clients')
  await page.getByText(say('Clients.empty.title')).waitFor()
  await page
    .getByRole('button', { name: say('Clients.new') })
    .first()
    .click()
  await dialog.getByRole('textbox', { name: say('Product.name') }).fill('Quote portal')
  await dialog.getByRole('textbox', { name: say('Clients.owner') }).fill('Ada Lovelace')
  await dialog.getByRole('textbox', { name: say('Clients.contact') }).fill('ada@example.com')
  await dialog.getByRole('combobox', { name: say('Users.group') }).click()
  await page.getByRole('option', { name: 'user:pf.forms' }).click()
  await dialog.getByRole('textbox', { name: say('Clients.requestsPerMinute') }).fill('600')
  await picture(page, 'client-form-en')
  await dialog.getByRole('button', { name: say('Clients.save') }).click()
  await page.getByText(say('Clients.saved', { name: 'Quote portal' })).waitFor()
  await dialog.waitFor({ state: 'hidden' })
  const keysOf = page.getByRole('button', { name: say('Clients.keysOf', { name: 'Quote portal' }) })
  await keysOf.click()
  await dialog.getByRole('button', { name: say('ApiKeys.create') }).click()
  await dialog.getByRole('textbox', { name: say('ApiKeys.key') }).waitFor()
  await dialog.getByRole('button', { name: say('ApiKeys.done') }).click()
  await dialog.waitFor({ state: 'hidden' })
  await keysOf.click()
  await dialog.getByRole('textbox', { name: say('Clients.overlap') }).fill('48')
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'client-keys-en')
  await dialog.getByRole('button', { name: say('Clients.rotate') }).click()
  await dialog.getByRole('button', { name: say('ApiKeys.done') }).click()
  await dialog.waitFor({ state: 'hidden' })
  await picture(page, 'clients-en')

  // The code shown by a command line.
  const begun = await page.request.post('/api/v1/devicelogin/begin', { data: { machine: 'ada-laptop' } })
  const { data: asked } = (await begun.json()) as { data: { page: string; userCode: string; deviceCode: string } }
  await page.goto(asked.page)
  await page.getByText(say('Device.compare')).waitFor()
  await page.getByRole('cell', { name: asked.userCode }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'device-en')
  await page.getByRole('button', { name: /ada-laptop/ }).click()
  await page.getByText(say('Device.approved.title', { machine: 'ada-laptop' })).waitFor()
  const claimed = await page.request.post('/api/v1/devicelogin/claim', { data: { deviceCode: asked.deviceCode } })
  const { data: given } = (await claimed.json()) as { data: { key: string; tenant: string; keyName: string } }
  const headers = { 'x-synthetic-key': given.key, 'x-tenant-name': given.tenant }
  const products = () => page.request.post('/api/v1/product/list', { headers, data: {} })
  expect((await products()).status()).toBe(200)
  const signOut = say('Device.signOut.confirm', { name: given.keyName })
  await page.getByRole('button', { name: signOut }).click()
  await picture(page, 'device-own-en')
  await dialog.getByRole('button', { name: signOut }).click()
  await page.getByText(say('Device.signedOut', { name: given.keyName })).waitFor()
  await expect.poll(async () => (await products()).status()).toBe(401)

  // A version is promoted to another product, as to another installation.
  const { productId, engineId } = await publishInNewProduct(page, 'Motor development', await motorWorkbook())
  await addProduct(page, 'Motor production')
  await page.goto(`/products/${productId}/engines/${engineId}?tab=versions`)
  await engines.tab('Engine.tab.versions')
  await page.getByRole('button', { name: say('Version.actionsOf', { revision: '1.0.0' }) }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: say('Promotion.download') }).click(),
  ])
  const zip = { name: 'motor.zip', mimeType: 'application/zip', buffer: await readFile(await download.path()) }
  await page.goto('/')
  await page.getByRole('button', { name: say('Import.action'), exact: true }).click()
  await dialog.locator('input[type=file]').setInputFiles(zip)
  await dialog.getByText(say('Import.exists', { name: 'Motor development' })).waitFor()
  await dialog.getByRole('textbox', { name: say('Product.name') }).fill('Motor production')
  await dialog.getByRole('textbox', { name: say('Product.name') }).blur()
  await dialog.getByText(say('Import.exists', { name: 'Motor production' })).waitFor()
  await dialog.getByRole('switch', { name: say('Import.asDrafts') }).waitFor()
  await picture(page, 'promotion-import-en')
  await dialog.getByRole('button', { name: say('Import.submit'), exact: true }).click()
  await page.getByText(say('Import.done', { name: 'Motor production' })).waitFor()
  await page.goto('/products/Motor%20production/engines/Motor%20premium/review')
  const panel = page.getByRole('region', { name: say('Promotion.title', { revision: '1.0.0' }) })
  await panel.getByText(say('Promotion.same')).waitFor()
  await panel.scrollIntoViewIfNeeded()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'promotion-review-en')

  // From server to server: this server is its own target, where a later version runs.
  const credentials = await pageCredentials(page)
  const made = await page.request.post('/api/v1/apikey/create', {
    headers: credentials,
    data: { name: 'Promotion', group: 'supervisor:pf', scopes: ['author', 'execute'] },
  })
  const { data: promotionKey } = (await made.json()) as { data: { key: string } }
  await publishWorkbook(page, 'Motor development', await motorWorkbook({ rate: 0.04 }))
  const published = await page.request.put(`/api/v1/product/${productId}/engines/publish/${engineId}`, {
    headers: await pageCredentials(page),
    data: { releaseNote: 'A higher rate', acknowledge: { codes: ['RESULTS_CHANGE'], reason: 'The rate was raised' } },
  })
  expect(published.status()).toBe(200)
  await page.goto(`/products/${productId}/engines/${engineId}?tab=versions`)
  await engines.tab('Engine.tab.versions')
  await page.getByRole('button', { name: say('Version.actionsOf', { revision: '1.0.0' }) }).click()
  await page.getByRole('menuitem', { name: say('Promote.action') }).click()
  await dialog.getByRole('combobox', { name: say('Promote.address') }).fill('http://192.0.2.1/')
  await dialog.getByRole('textbox', { name: say('Promote.tenant') }).fill(credentials['x-tenant-name'])
  await dialog.locator('input[type=password]').fill(promotionKey.key)
  await dialog.getByRole('button', { name: say('Promote.plan') }).click()
  await dialog.getByRole('alert').getByText('192.0.2.1').waitFor()
  await dialog.getByRole('combobox', { name: say('Promote.address') }).fill(new URL(page.url()).origin)
  await picture(page, 'promote-target-en')
  await dialog.getByRole('button', { name: say('Promote.plan') }).click()
  await dialog.getByText(say('Promote.differences')).waitFor({ timeout: 60_000 })
  await dialog.getByText('AnnualPremium').first().waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'promote-plan-en')
  await dialog.getByRole('button', { name: say('Promote.start', { revision: '1.0.0' }) }).click()
  await dialog.getByRole('alert').getByText('has this workbook already, as 1.0.0').waitFor({ timeout: 60_000 })
  await picture(page, 'promote-refused-en')
  await dialog.getByRole('button', { name: /^Roll back/ }).click()
  await dialog.getByText(/runs there again/).waitFor()
  await picture(page, 'promote-back-en')
  await dialog.getByText(say('Dialog.close')).click()
  // The key that was revoked above, and an engine without a proxy URL.
  expect(complaints.filter((complaint) => !/40[014]|502/.test(complaint))).toEqual([])
  await close()

  const japanese = await signedIn(story, 'supervisor@demo.test', {
    language: 'ja',
    width: 1024,
    colorScheme: 'dark',
    opens: false,
  })
  await japanese.page.goto('/admin/clients')
  await japanese.page.getByText('Quote portal').waitFor()
  await picture(japanese.page, 'clients-ja')
  await japanese.page.goto('/device?code=BCDF-GHJK')
  await japanese.page.getByText(text('ja', 'Error.DEVICE_LOGIN_NOT_FOUND')).waitFor()
  await picture(japanese.page, 'device-ja')
  await japanese.close()
})
