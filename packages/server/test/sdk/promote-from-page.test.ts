import { createApiKey } from '@sheetwright/contract/api-keys/create-api-key.ts'
import { getVersions } from '@sheetwright/contract/engines/get-versions.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { exportServices } from '@sheetwright/contract/products/zip/export-services.ts'
import { getServicesExport } from '@sheetwright/contract/products/zip/get-services-export.ts'
import { followPromotion } from '@sheetwright/contract/promotion/follow-promotion.ts'
import { listPromotionHosts } from '@sheetwright/contract/promotion/list-promotion-hosts.ts'
import { planPromotion } from '@sheetwright/contract/promotion/plan-promotion.ts'
import { rollBackPromotion } from '@sheetwright/contract/promotion/roll-back-promotion.ts'
import { sendPromotion } from '@sheetwright/contract/promotion/send-promotion.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { codeOf } from '../engines/code-of.ts'
import { useEngineServer } from '../engines/engine-server.ts'
import type { SignedIn } from '../support/test-server.ts'
import { premiumEngine } from '../test-beds/support.ts'

const development = useEngineServer({ SHEETWRIGHT_PROMOTION_HOSTS: '127.0.0.1,localhost' })
const production = useEngineServer()

describe('promotion between two installations, asked for in the page', () => {
  let author: SignedIn
  let operator: SignedIn
  let target = { url: '', tenant: '', apiKey: '' }
  let productId = ''
  const address = { product: 'Motor', engine: 'Premium' }

  beforeAll(async () => {
    author = await development().signIn({ groups: ['supervisor:pf'] })
    operator = await production().signIn({ groups: ['supervisor:pf'] })
    const { key } = await operator.client.call(createApiKey, {
      body: { name: 'Promotion', group: 'supervisor:pf', scopes: ['author', 'execute', 'logs'] },
    })
    target = { url: production().origin, tenant: operator.tenantName, apiKey: key }
    productId = (await author.client.call(createProduct, { body: { Name: 'Motor' } })).id
  })

  const plan = (version: string, to = target) =>
    author.client.call(planPromotion, { params: { ...address, version }, body: { target: to } })

  async function promote(version: string, versionId: string) {
    const params = { ...address, version }
    const tenant = author.tenantName
    const { id } = await author.client.call(exportServices, {
      params: { tenant },
      body: { inputs: { version_ids: [versionId] } },
    })
    const send = () => author.client.call(sendPromotion, { params, body: { target, export: id } })
    await vi.waitFor(async () => {
      const { status } = await author.client.call(getServicesExport, { params: { tenant, export: id } })
      expect(status).toBe('completed')
    }, 60_000)
    const sent = await send()
    return vi.waitFor(async () => {
      const told = await author.client.call(followPromotion, { params, body: { target, import: sent.import } })
      expect(told.status).not.toBe('running')
      return told
    }, 60_000)
  }

  const premium = async () => {
    const body = { request_data: { inputs: { Age: 44, Sum: 1000 } } }
    return (await operator.client.call(executeEngine, { params: address, body })).xOutput['Premium']
  }

  test('a plan, the version there with the proof made there, and the one before again', async () => {
    expect(await author.client.call(listPromotionHosts)).toEqual(['127.0.0.1', 'localhost'])
    const first = await premiumEngine(development(), author, { productId, serviceName: 'Premium', rate: 0.01 })
    expect(await plan('1.0.0')).toMatchObject({ action: 'promote', running: null, differences: null })
    const one = await promote('1.0.0', first.versionId)
    expect(one).toMatchObject({ status: 'done', made: { revision: '1.0.0', state: 'Active', proof: one.proof } })
    expect(await plan('1.0.0')).toMatchObject({ action: 'nothing', running: { revision: '1.0.0' } })

    const more = { productId, serviceName: 'Premium', rate: 0.02, revision: '1.1.0' }
    const second = await premiumEngine(development(), author, more)
    const next = await plan('1.1.0')
    expect(next).toMatchObject({ action: 'promote', running: { revision: '1.0.0' } })
    expect(next.differences).toMatchObject({ before: { revision: '1.0.0' }, after: { revision: '1.1.0' } })
    expect(next.differences?.changedCells).toBeGreaterThan(0)
    expect(next.differences?.outputs.filter(({ isChanged }) => isChanged).map(({ name }) => name)).toEqual(['Premium'])
    const two = await promote('1.1.0', second.versionId)
    expect(two).toMatchObject({ status: 'done', made: { proof: two.proof } })
    expect(await premium()).toBe(20)

    const goneId = two.made?.id ?? ''
    const body = { target, version: goneId }
    expect(await author.client.call(rollBackPromotion, { params: address, body })).toMatchObject({ revision: '1.0.0' })
    expect(await premium()).toBe(10)
    expect(await codeOf(author.client.call(rollBackPromotion, { params: address, body }))).toBe('PROMOTION_FAILED')
    expect(two.made?.revision).toBe('1.1.0')
    // The other installation would skip it if sent again, so promoting fails instead.
    expect(await plan('1.1.0')).toMatchObject({ action: 'promote', running: { revision: '1.0.0' } })
    expect(await codeOf(promote('1.1.0', second.versionId))).toBe('PROMOTION_FAILED')
    expect(await premium()).toBe(10)
  })

  test('what runs there and was never here is compared too', async () => {
    const elsewhere = await operator.client.call(createProduct, { body: { Name: 'Life' } })
    const here = await author.client.call(createProduct, { body: { Name: 'Life' } })
    await premiumEngine(production(), operator, { productId: elsewhere.id, serviceName: 'Premium', rate: 0.05 })
    await premiumEngine(development(), author, { productId: here.id, serviceName: 'Premium', rate: 0.06 })
    const params = { product: 'Life', engine: 'Premium', version: '1.0.0' }
    const told = await author.client.call(planPromotion, { params, body: { target } })
    expect(told.action).toBe('promote')
    expect(told.differences?.outputs).toMatchObject([{ name: 'Premium', isChanged: true }])
    expect(told.differences?.interface).toEqual([])
  })

  test('refuses hosts that are not allowed, names that lead inside, wrong keys and other people', async () => {
    const evil = { ...target, url: 'http://169.254.169.254/' }
    expect(await codeOf(plan('1.0.0', evil))).toBe('INVALID_INPUT')
    const inside = { ...target, url: target.url.replace('127.0.0.1', 'localhost') }
    await expect(plan('1.0.0', inside)).rejects.toMatchObject({
      code: 'PROMOTION_FAILED',
      message: expect.stringContaining('is an address inside') as string,
    })
    expect(await codeOf(plan('1.0.0', { ...target, apiKey: 'wrong' }))).toBe('PROMOTION_FAILED')
    const stranger = await development().signIn({ tenant: author, groups: ['user:pf.forms'] })
    const params = { ...address, version: '1.0.0' }
    expect(await codeOf(stranger.client.call(planPromotion, { params, body: { target } }))).toBe('ENGINE_NOT_FOUND')
    const none = '00000000-0000-4000-8000-000000000000'
    const sent = author.client.call(sendPromotion, { params, body: { target, export: none } })
    expect(await codeOf(sent)).toBe('INVALID_INPUT')
    const before = (await operator.client.call(getVersions, { params: address })).items.length
    expect(before).toBe(2)
  })
})
