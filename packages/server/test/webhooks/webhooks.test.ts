import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setVersionState } from '@sheetwright/contract/engines/set-version-state.ts'
import { publishEngine } from '@sheetwright/contract/engines/publish-engine.ts'
import { savePublishRules } from '@sheetwright/contract/test-beds/save-publish-rules.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { createWebhook } from '@sheetwright/contract/webhooks/create-webhook.ts'
import { deleteWebhook } from '@sheetwright/contract/webhooks/delete-webhook.ts'
import { listDeliveries } from '@sheetwright/contract/webhooks/list-deliveries.ts'
import { listWebhooks } from '@sheetwright/contract/webhooks/list-webhooks.ts'
import { renewWebhookSecret } from '@sheetwright/contract/webhooks/renew-webhook-secret.ts'
import { replayDelivery } from '@sheetwright/contract/webhooks/replay-delivery.ts'
import { updateWebhook } from '@sheetwright/contract/webhooks/update-webhook.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliverDue } from '../../src/features/webhooks/deliver-due.ts'
import { tellErrorRates } from '../../src/features/webhooks/webhook.store.ts'
import { useEngineServer } from '../engines/engine-server.ts'
import { addMaster, masterWorkbook } from '../master-references/rate-workbooks.ts'
import type { SignedIn } from '../support/test-server.ts'
import { premiumEngine, ran, uploaded } from '../test-beds/support.ts'

interface Received {
  readonly body: string
  readonly signature: string
  readonly delivery: string
}

const server = useEngineServer({ SHEETWRIGHT_WEBHOOK_HOSTS: '127.0.0.1,localhost' })

describe('webhooks', () => {
  let receiver: Server
  let url = ''
  let isDown = false
  const received: Received[] = []

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      void text(request).then((body) => {
        if (isDown) return response.writeHead(503).end()
        const { 'x-sheetwright-signature': signature, 'x-sheetwright-delivery': delivery } = request.headers
        received.push({ body, signature: String(signature), delivery: String(delivery) })
        return response.writeHead(204).end()
      })
    })
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  })
  afterAll(() => receiver.close())

  const signal = new AbortController().signal
  const deliver = (tenantId: string) => deliverDue(server().services, [tenantId], { firstWaitMillis: 1, signal })

  const otherProduct = async ({ client }: SignedIn) =>
    (await client.call(createProduct, { body: { Name: 'Another' } })).id

  const supervisor = () => server().signIn({ groups: ['supervisor:pf'] })

  const made = (person: SignedIn, events: ('version.published' | 'errors.above')[] = ['version.published']) =>
    person.client.call(createWebhook, { body: { name: 'Ours', url, events } })

  test('tell in order, signed, each once, after the receiver was down', async () => {
    const person = await supervisor()
    const { webhook, secret } = await made(person)
    received.length = 0
    isDown = true
    const engine = await premiumEngine(server(), person, { revision: '1.0.0' })
    const names = { productId: engine.productId, serviceName: engine.serviceName }
    await premiumEngine(server(), person, { ...names, revision: '1.1.0' })
    await premiumEngine(server(), person, { ...names, revision: '1.2.0' })
    for (let i = 0; i < 3; i++) await deliver(person.tenantId)
    const waiting = await person.client.call(listDeliveries, { params: { webhook: webhook.id }, body: {} })
    expect(waiting.items.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting'])
    expect(waiting.items.at(-1)).toMatchObject({ lastStatus: 503, attempts: expect.any(Number) as number })
    // A later event is not tried before the earlier one has arrived.
    expect(waiting.items[0]?.attempts).toBe(0)

    isDown = false
    await expect.poll(async () => (await deliver(person.tenantId), received.length)).toBe(3)
    await deliver(person.tenantId)
    const told = received.map(
      ({ body }) => JSON.parse(body) as { event: string; data: { version: string; engine: string } },
    )
    expect(told.map(({ data }) => data.version)).toEqual(['1.0.0', '1.1.0', '1.2.0'])
    expect(told[0]).toMatchObject({ event: 'version.published', data: { engine: engine.serviceName } })
    expect(new Set(received.map(({ delivery }) => delivery)).size).toBe(3)
    for (const { body, signature } of received) {
      const [, seconds, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? []
      expect(hex).toBe(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'))
      expect(Math.abs(Date.now() / 1000 - Number(seconds))).toBeLessThan(600)
    }

    const { items } = await person.client.call(listDeliveries, { params: { webhook: webhook.id }, body: {} })
    const params = { webhook: webhook.id, delivery: items[0]?.id ?? '' }
    await person.client.call(replayDelivery, { params })
    await deliver(person.tenantId)
    expect(received.at(-1)?.delivery).toBe(items[0]?.id)
    expect(received).toHaveLength(4)
  })

  test('an outage while engines are published loses nothing: each event once, in order for each engine, with the secret of now', async () => {
    const person = await supervisor()
    const { webhook, secret } = await made(person)
    received.length = 0
    const { port } = receiver.address() as AddressInfo
    receiver.closeAllConnections()
    await new Promise((resolve) => receiver.close(resolve))
    const engines = [await premiumEngine(server(), person), await premiumEngine(server(), person)]
    for (const revision of ['1.1.0', '1.2.0', '1.3.0']) {
      for (const { productId, serviceName } of engines)
        await premiumEngine(server(), person, { productId, serviceName, revision })
      await deliver(person.tenantId)
    }
    const renewed = await person.client.call(renewWebhookSecret, { params: { webhook: webhook.id } })
    expect(renewed.secret).not.toBe(secret)
    receiver.listen(port, '127.0.0.1')
    await once(receiver, 'listening')
    await expect.poll(async () => (await deliver(person.tenantId), received.length)).toBe(8)
    await deliver(person.tenantId)
    expect(new Set(received.map(({ delivery }) => delivery)).size).toBe(8)
    expect(received).toHaveLength(8)
    const told = received.map(({ body }) => (JSON.parse(body) as { data: { version: string; engineId: string } }).data)
    for (const { engineId } of engines) {
      const versions = told.filter((each) => each.engineId === engineId).map(({ version }) => version)
      expect(versions).toEqual(['1.0.0', '1.1.0', '1.2.0', '1.3.0'])
    }
    for (const { body, signature } of received) {
      const [, seconds, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? []
      expect(hex).toBe(createHmac('sha256', renewed.secret).update(`${seconds}.${body}`).digest('hex'))
    }
  })

  test('a switched-off one, another event and another tenant are told nothing', async () => {
    const person = await supervisor()
    const { webhook } = await made(person)
    const other = await supervisor()
    received.length = 0
    await person.client.call(updateWebhook, {
      params: { webhook: webhook.id },
      body: { name: 'Ours', url, events: ['version.published'], active: false },
    })
    await premiumEngine(server(), person)
    const engine = await premiumEngine(server(), other)
    await other.client.call(setVersionState, {
      params: { product: engine.productId, engine: engine.engineId, version: engine.versionId },
      body: { state: 'Inactive' },
    })
    await deliver(person.tenantId)
    await deliver(other.tenantId)
    expect(received).toEqual([])
    const listing = other.client.call(listDeliveries, { params: { webhook: webhook.id }, body: {} })
    await expect(listing).rejects.toMatchObject({ code: 'WEBHOOK_NOT_FOUND' })
  })

  test('a share of errors above the limit is told once', async () => {
    const person = await supervisor()
    await made(person, ['errors.above'])
    received.length = 0
    const engine = await premiumEngine(server(), person)
    const params = { product: engine.productId, engine: engine.engineId }
    for (const Age of [44, 5]) {
      await person.client
        .call(executeEngine, { params, body: { request_data: { inputs: { Age } } } })
        .catch(() => undefined)
    }
    const { db } = server().services
    const look = () => db.inTenant(person.tenantId, (tx) => tellErrorRates(tx, 15, 2))
    await expect.poll(async () => (await look(), await deliver(person.tenantId), received.length)).toBe(1)
    await look()
    await deliver(person.tenantId)
    expect(received).toHaveLength(1)
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      data: { calls: 2, callsWithErrors: 1, limitPercent: 10 },
    })
  })

  test('a receiver that is down holds up no other; a replay goes to the end of the line', async () => {
    const person = await supervisor()
    const { webhook: first } = await made(person)
    const nowhere = url.replace('127.0.0.1', 'localhost')
    const { webhook: inside } = await person.client.call(createWebhook, {
      body: { name: 'Inside', url: nowhere, events: ['version.published'] },
    })
    received.length = 0
    const engine = await premiumEngine(server(), person, { revision: '1.0.0' })
    await Promise.all([deliver(person.tenantId), deliver(person.tenantId)])
    expect(received).toHaveLength(1)
    // The name is allowed, but it resolves to the machine itself.
    const log = await person.client.call(listDeliveries, { params: { webhook: inside.id }, body: {} })
    expect(log.items).toMatchObject([
      { state: 'waiting', lastStatus: null, lastProblem: expect.stringContaining('inside') },
    ])

    const told = await person.client.call(listDeliveries, { params: { webhook: first.id }, body: {} })
    isDown = true
    const names = { productId: engine.productId, serviceName: engine.serviceName }
    await premiumEngine(server(), person, { ...names, revision: '1.1.0' })
    await deliver(person.tenantId)
    await person.client.call(replayDelivery, { params: { webhook: first.id, delivery: told.items[0]?.id ?? '' } })
    isDown = false
    await expect.poll(async () => (await deliver(person.tenantId), received.length)).toBe(3)
    const versions = received.map(({ body }) => (JSON.parse(body) as { data: { version: string } }).data.version)
    expect(versions).toEqual(['1.0.0', '1.1.0', '1.0.0'])
    expect(received[2]?.delivery).toBe(received[0]?.delivery)
    await expect(
      person.client.call(replayDelivery, { params: { webhook: inside.id, delivery: told.items[0]?.id ?? '' } }),
    ).rejects.toMatchObject({ code: 'WEBHOOK_DELIVERY_NOT_FOUND' })
  })

  test('jobs that end, gates that fail and master data that changes are told', async () => {
    const person = await supervisor()
    const engine = await premiumEngine(server(), person)
    const { productId, serviceName, engineId } = engine
    const draft = { productId, serviceName, rate: 0.02, revision: '2.0.0', state: 'Draft' as const }
    const { versionId } = await premiumEngine(server(), person, draft)
    const events = ['job.finished' as const, 'gate.failed' as const, 'master.changed' as const]
    const { webhook } = await person.client.call(createWebhook, { body: { name: 'All', url, events } })
    const ofProduct = { name: 'Elsewhere', url, events, productId: await otherProduct(person) }
    const { webhook: elsewhere } = await person.client.call(createWebhook, { body: ofProduct })
    const { testbedId } = await uploaded(person, engineId, ['Age,Sum,Expected: Premium', '40,1000,1'])
    const rules = { fourEyes: false, testbedIds: [testbedId] }
    await person.client.call(savePublishRules, { params: { product: productId }, body: rules })
    await ran(server(), person, { testbedId, version: versionId })
    const publishing = person.client.call(publishEngine, {
      params: { product: productId, engine: engineId },
      body: { version: versionId, releaseNote: 'New rates' },
    })
    await expect(publishing).rejects.toMatchObject({ code: 'PUBLISH_CHECKS_FAILED' })
    await addMaster(person, masterWorkbook(), { data: { publish: true } })
    const logOf = async (id: string) =>
      (await person.client.call(listDeliveries, { params: { webhook: id }, body: {} })).items
    const told = async () =>
      (await logOf(webhook.id)).map(({ event, payload }) => [
        event,
        payload['gate'] ?? payload['status'] ?? payload['document'],
      ])
    await expect.poll(told).toEqual(
      expect.arrayContaining([
        ['job.finished', 'Success'],
        ['gate.failed', 'tests'],
        ['gate.failed', 'checks'],
        ['master.changed', 'Motor rates'],
      ]),
    )
    expect(await logOf(elsewhere.id)).toEqual([])
  })

  test('other hosts and addresses inside are refused, and names are their own', async () => {
    const person = await supervisor()
    const body = { name: 'Ours', events: ['version.published' as const] }
    for (const wrong of ['http://169.254.169.254/latest', 'https://elsewhere.example/hook']) {
      await expect(person.client.call(createWebhook, { body: { ...body, url: wrong } })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        fieldErrors: [{ field: 'body.url' }],
      })
    }
    await expect(
      person.client.call(createWebhook, { body: { ...body, url: 'file:///etc/passwd' } }),
    ).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    const { webhook } = await made(person)
    await expect(made(person)).rejects.toMatchObject({ code: 'WEBHOOK_ALREADY_EXISTS' })
    await person.client.call(deleteWebhook, { params: { webhook: webhook.id } })
    expect((await person.client.call(listWebhooks)).webhooks).toEqual([])
  })
})
