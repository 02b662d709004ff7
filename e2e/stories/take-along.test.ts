import { expect, it } from 'vitest'
import { cataloguePage } from '../pages/catalogue.ts'
import { enginePages } from '../pages/engines.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { motorWorkbook } from '../support/motor-workbook.ts'
import { publishWorkbook } from '../support/publish-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()

it('an engine is taken along as a JS sheet, which computes in another page and in its worker', async () => {
  const { page, context, complaints, close } = await signedIn(story, 'supervisor@demo.test')
  await cataloguePage(page, 'en').create('Motor to take along')
  const { productId, engineId } = await publishWorkbook(page, 'Motor to take along', await motorWorkbook())
  const engines = enginePages(page, 'en')
  const { say } = engines
  const address = `/products/${productId}/engines/${engineId}/packages`
  const [asked] = await Promise.all([page.waitForRequest(/\/JsSheetSDK\/list\//), page.goto(address)])
  await page.getByText(say('Packages.forbidden')).waitFor()
  const choices = page.getByRole('list', { name: say('Packages.choices') })
  await expect.poll(() => choices.getByRole('listitem').count()).toBe(2)
  await picture(page, 'take-along-forbidden-en')

  const { authorization = '', 'x-tenant-name': tenant = '' } = await asked.allHeaders()
  const headers = { authorization, 'x-tenant-name': tenant }
  const engine = `/api/v1/product/${productId}/engines`
  const allowed = await page.request.put(`${engine}/updateengine/${engineId}`, { headers, data: { mayLeave: true } })
  expect(allowed.ok()).toBe(true)
  await expect.poll(() => choices.getByRole('listitem').count()).toBe(5)
  const made = { name: say('Packages.jssheet'), revision: '1.0.0' }
  await page.getByRole('button', { name: say('Packages.makeOf', made) }).click()
  await page.getByText(say('Packages.made', made)).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'take-along-en')
  const { name, content } = await engines.saved(() =>
    page.getByRole('button', { name: say('Packages.downloadOf', made) }).click(),
  )
  expect(name).toMatch(/\.mjs$/)

  const inputs = { DriverAge: 70 }
  const answer = await page.request.post(`${engine}/Execute/${engineId}`, {
    headers,
    data: { request_data: { inputs } },
  })
  const { data } = (await answer.json()) as { data: { xOutput: unknown } }
  const stranger = await context.newPage()
  const elsewhere = 'http://stranger.test/'
  await stranger.route(elsewhere, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await stranger.goto(elsewhere)
  // As text: what the test runner makes of an import means nothing in a page.
  const results: unknown = await stranger.evaluate(`(async () => {
    const url = (source) => URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
    const code = ${JSON.stringify(content.toString())}
    const given = ${JSON.stringify(inputs)}
    const { calculate } = await import(url(code))
    const task = code + ';postMessage(calculate(' + JSON.stringify(given) + ').outputs)'
    const worker = new Worker(url(task), { type: 'module' })
    const inWorker = await new Promise((resolve, reject) => {
      worker.onmessage = (event) => resolve(event.data)
      worker.onerror = () => reject(new Error('The worker failed'))
    })
    return [calculate(given).outputs, inWorker]
  })()`)
  expect(results).toEqual([data.xOutput, data.xOutput])

  expect(complaints).toEqual([])
  await close()

  const japanese = await signedIn(story, 'supervisor@demo.test', { language: 'ja', width: 1024, colorScheme: 'dark' })
  await japanese.page.goto(address)
  await japanese.page.getByRole('list', { name: text('ja', 'Packages.choices') }).waitFor()
  await picture(japanese.page, 'take-along-ja')
  expect(japanese.complaints).toEqual([])
  await japanese.close()
})
