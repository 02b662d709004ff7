import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as bodyOf } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { enginePages } from '../pages/engines.ts'
import { accessibilityFindings } from '../support/accessibility.ts'
import { picture } from '../support/browser.ts'
import { motorWorkbook } from '../support/motor-workbook.ts'
import { publishInNewProduct } from '../support/publish-workbook.ts'
import { signedIn } from '../support/signed-in.ts'
import { text } from '../support/texts.ts'
import { useStory } from '../support/use-story.ts'

const story = useStory()

it('an engine is taken along as a JS sheet, which computes in another page and in its worker', async () => {
  const { page, context, complaints, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
  const { productId, engineId } = await publishInNewProduct(page, 'Motor to take along', await motorWorkbook())
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
  await expect.poll(() => choices.getByRole('listitem').count()).toBe(8)
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
  // As text: the test runner's transformed imports mean nothing in a page.
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
  await stranger.close()

  // Assistants find the engine once its author offers it to them.
  const ask = async (method: string, params: object = {}) => {
    const body = { jsonrpc: '2.0', id: 1, method, params }
    const told = await page.request.post('/api/v1/mcp', { headers, data: body })
    return ((await told.json()) as { result: { tools: { name: string; title: string }[]; structuredContent: unknown } })
      .result
  }
  expect((await ask('tools/list')).tools).toEqual([])
  await page.goto(`/products/${productId}/engines/${engineId}`)
  await page.getByRole('button', { name: say('Engine.editProperties'), exact: true }).click()
  await engines.dialog.getByRole('switch', { name: say('Engine.forAssistants') }).check()
  await picture(page, 'properties-assistants-en')
  await engines.dialog.getByRole('button', { name: say('Dialog.save') }).click()
  await engines.dialog.waitFor({ state: 'hidden' })
  const { tools } = await ask('tools/list')
  expect(tools.map(({ title }) => title)).toEqual(['Search engines', 'Explain a result', 'Motor premium'])
  const computed = await ask('tools/call', { name: tools[2]?.name, arguments: inputs })
  expect(computed.structuredContent).toMatchObject({ outputs: data.xOutput })

  // One click restores the version before.
  const codes = ['RESULTS_CHANGE']
  const added = await page.request.post(`${engine}/add`, {
    headers,
    multipart: {
      data: JSON.stringify({
        serviceName: 'Motor premium',
        publish: true,
        versionUpgrade: 'minor',
        releaseNote: 'New rates',
        acknowledge: { codes, reason: 'New rates' },
      }),
      file: {
        name: 'Motor premium.xlsx',
        mimeType: 'application/octet-stream',
        buffer: await motorWorkbook({ rate: 0.04 }),
      },
    },
  })
  expect(added.ok()).toBe(true)
  await engines.tab('Engine.tab.versions')
  await page.getByRole('button', { name: say('Version.actionsOf', { revision: '1.1.0' }) }).click()
  await page.getByRole('menuitem', { name: say('Version.rollBack') }).click()
  await page.getByText(say('Version.rolledBack', { revision: '1.1.0', again: '1.0.0' })).waitFor()

  // An engine without a proxy URL answers that request with 404.
  expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
  await close()

  const japanese = await signedIn(story, 'supervisor@demo.test', {
    language: 'ja',
    width: 1024,
    colorScheme: 'dark',
    opens: false,
  })
  await japanese.page.goto(address)
  await japanese.page.getByRole('list', { name: text('ja', 'Packages.choices') }).waitFor()
  await picture(japanese.page, 'take-along-ja')
  expect(japanese.complaints).toEqual([])
  await japanese.close()
})

it('a webhook is told of a publication once its receiver is back, signed', async () => {
  let isDown = true
  const received: { body: string; signature: string }[] = []
  const receiver = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      if (isDown) return response.writeHead(503).end()
      received.push({ body, signature: String(request.headers['x-sheetwright-signature']) })
      return response.writeHead(204).end()
    })
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`

  const { page, complaints, close } = await signedIn(story, 'supervisor@demo.test', { opens: false })
  const engines = enginePages(page, 'en')
  const { say, dialog } = engines
  await page.goto('/admin/webhooks')
  await page.getByText(say('Webhooks.empty.title')).waitFor()
  await page
    .getByRole('button', { name: say('Webhooks.new') })
    .first()
    .click()
  await dialog.getByRole('textbox', { name: say('Product.name') }).fill('Portal')
  await dialog.getByRole('textbox', { name: say('Webhooks.url') }).fill('https://elsewhere.example/hook')
  await dialog.getByRole('button', { name: say('Webhooks.save') }).click()
  await dialog.getByText(say('Webhooks.hostNotAllowed')).waitFor()
  await dialog.getByRole('textbox', { name: say('Webhooks.url') }).fill(address)
  await dialog.getByRole('checkbox', { name: say('Webhooks.event.errorsAbove') }).check()
  await dialog.getByRole('textbox', { name: say('Webhooks.errorPercent') }).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'webhook-form-en')
  await dialog.getByRole('button', { name: say('Webhooks.save') }).click()
  const secret = await dialog.getByRole('textbox', { name: say('Webhooks.secret') }).inputValue()
  await dialog.getByRole('button', { name: say('ApiKeys.done') }).click()

  await publishInNewProduct(page, 'Told to others', await motorWorkbook())
  await page.goto('/admin/webhooks')
  await page.getByText(say('Webhooks.waitingCount', { count: '1' })).waitFor()
  await page.getByRole('button', { name: say('Webhooks.deliveriesOf', { name: 'Portal' }) }).click()
  await dialog.getByText(/503/).waitFor()
  isDown = false
  await dialog
    .getByRole('button', { name: say('Webhooks.replayOf', { event: say('Webhooks.event.versionPublished') }) })
    .click()
  await dialog.getByText(say('Webhooks.state.delivered')).waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await picture(page, 'webhook-deliveries-en')
  expect(received).toHaveLength(1)
  const [{ body, signature } = { body: '', signature: '' }] = received
  const [, seconds, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? []
  expect(hex).toBe(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'))
  expect(JSON.parse(body)).toMatchObject({
    event: 'version.published',
    data: { engine: 'Motor premium', version: '1.0.0' },
  })
  // The URL that was refused above.
  expect(complaints).toEqual([expect.stringContaining('400')])
  await close()

  const japanese = await signedIn(story, 'supervisor@demo.test', {
    language: 'ja',
    width: 1024,
    colorScheme: 'dark',
    opens: false,
  })
  await japanese.page.goto('/admin/webhooks')
  await japanese.page.getByText(text('ja', 'Webhooks.allArrived')).waitFor()
  await picture(japanese.page, 'webhooks-ja')
  expect(japanese.complaints).toEqual([])
  await japanese.close()
  receiver.close()
})
