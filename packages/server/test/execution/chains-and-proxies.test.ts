import { deleteChain } from '@sheetwright/contract/execution/delete-chain.ts'
import { executeChain } from '@sheetwright/contract/execution/execute-chain.ts'
import { listChains } from '@sheetwright/contract/execution/list-chains.ts'
import { listUnchained } from '@sheetwright/contract/execution/list-unchained.ts'
import { saveChain } from '@sheetwright/contract/execution/save-chain.ts'
import { deleteProxyRule } from '@sheetwright/contract/execution/delete-proxy-rule.ts'
import { getProxyRule } from '@sheetwright/contract/execution/get-proxy-rule.ts'
import { saveProxyRule } from '@sheetwright/contract/execution/save-proxy-rule.ts'
import { setEntityPermissions } from '@sheetwright/contract/permissions/set-entity-permissions.ts'
import { describe, expect, it } from 'vitest'
import { publishedEngine } from '../support/published-engine.ts'
import { useTestServer } from '../support/test-server.ts'
import { premiumWorkbook, taxWorkbook } from './workbooks.ts'

const server = useTestServer()

describe('chains of engines', () => {
  it('feed each engine with the outputs of those before it', async () => {
    const person = await server().signIn()
    const premium = await publishedEngine(server(), person, premiumWorkbook(), { serviceName: 'Premium' })
    const tax = await publishedEngine(server(), person, taxWorkbook(), {
      serviceName: 'Tax',
      productId: premium.productId,
    })
    const product = premium.productId
    const params = { product, engine: 'Premium' }
    const unchained = await person.client.call(listUnchained, { params })
    expect(unchained.items.map(({ serviceName }) => serviceName)).toEqual(['Tax'])

    const mismatch = person.client.call(saveChain, {
      params,
      body: { name: 'With tax', steps: [{ product, engine: 'Tax' }] },
    })
    await expect(mismatch).rejects.toMatchObject({
      code: 'ENGINE_CHAIN_MISMATCH_ERROR',
      message: 'Net: nothing feeds this input of Tax',
    })
    const chain = await person.client.call(saveChain, {
      params,
      body: { name: 'With tax', steps: [{ product, engine: 'Tax', mapping: { Net: 'Premium' } }] },
    })
    expect(chain.steps.map(({ serviceName }) => serviceName)).toEqual(['Tax'])

    const result = await person.client.call(executeChain, {
      params,
      query: {},
      body: { request_data: { inputs: { Sum: 1000, Age: 40, Cover: 'Basic' } } },
    })
    expect(result).toMatchObject({ chainName: 'With tax', isComplete: true, xOutput: { Gross: 33.6 } })
    expect(result.service_chain).toMatchObject([
      { service_name: 'Premium', outputs: { Premium: 28 }, errors: [] },
      { service_name: 'Tax', outputs: { Gross: 33.6 }, warnings: [{ key: 'Rate' }], version_id: tax.versionId },
    ])

    const reader = await server().signIn({ tenant: person })
    await person.client.call(setEntityPermissions, {
      params: { entityType: 'engine', entityId: premium.engineId },
      body: { principals: [{ principal: { type: 'user', id: reader.userId }, level: 'view' }] },
    })
    const [seen] = (await reader.client.call(listChains, { params })).items
    expect(seen?.steps.map(({ serviceName }) => serviceName)).toEqual([null])

    // A chain that was read can be saved again, also under another name.
    const steps = chain.steps.map(({ engineId, mapping }) => ({ product, engine: engineId, mapping }))
    const renamed = await person.client.call(saveChain, { params, body: { id: chain.id, name: 'Gross', steps } })
    expect(renamed).toEqual({ ...chain, name: 'Gross' })
    const other = await person.client.call(saveChain, { params, body: { name: 'Other', steps } })
    const taken = person.client.call(saveChain, { params, body: { id: other.id, name: 'GROSS', steps } })
    await expect(taken).rejects.toMatchObject({ code: 'CHAIN_ALREADY_EXISTS' })
    await person.client.call(deleteChain, { params: { ...params, chain: other.id } })

    const refused = person.client.call(executeChain, {
      params,
      query: { chain: 'gross' },
      body: { request_data: { inputs: { Age: 7 } } },
    })
    await expect(refused).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('Step 1 (Premium)') as unknown,
      fieldErrors: [{ field: 'body.request_data.inputs.Age' }],
    })

    const cycle = person.client.call(saveChain, {
      params: { product, engine: 'Tax' },
      body: { name: 'Round', steps: [{ product, engine: 'Premium', mapping: { Sum: 'Gross' } }] },
    })
    await expect(cycle).rejects.toMatchObject({ code: 'ENGINE_CHAIN_MISMATCH_ERROR' })
    expect((await person.client.call(listUnchained, { params: { product, engine: 'Tax' } })).items).toEqual([])

    await person.client.call(deleteChain, { params: { ...params, chain: chain.id } })
    expect((await person.client.call(listChains, { params })).items).toEqual([])
    await expect(person.client.call(executeChain, { params, query: {}, body: {} })).rejects.toMatchObject({
      code: 'CHAIN_NOT_FOUND',
    })
  })
})

describe('a chain on a date of the past', () => {
  it('feeds the names that the version of that date has', async () => {
    const person = await server().signIn()
    const day = (text: string) => new Date(`${text}T00:00:00Z`)
    const then = { effectiveStart: day('2020-01-01'), effectiveEnd: day('2021-01-01') }
    const source = await publishedEngine(server(), person, premiumWorkbook(), { serviceName: 'Premium', ...then })
    const { productId: product } = source
    const named = (net: string) => {
      const { names = [], ...rest } = taxWorkbook()
      return { ...rest, names: names.map((each) => (each.name === 'Xinput_Net' ? { ...each, name: net } : each)) }
    }
    const tax = { serviceName: 'Tax', productId: product }
    await publishedEngine(server(), person, named('Xinput_Premium'), { ...tax, ...then })
    const now = { ...tax, revision: '2.0.0' }
    await publishedEngine(server(), person, named('Xinput_Net'), now)
    await publishedEngine(server(), person, premiumWorkbook(), {
      serviceName: 'Premium',
      productId: product,
      revision: '2.0.0',
    })
    const params = { product, engine: 'Premium' }
    await person.client.call(saveChain, {
      params,
      body: { name: 'With tax', steps: [{ product, engine: 'Tax', mapping: { Net: 'Premium' } }] },
    })
    const body = {
      request_data: { inputs: { Sum: 1000, Age: 40, Cover: 'Basic' } },
      request_meta: { transaction_date: '2020-06-01' },
    }
    const result = await person.client.call(executeChain, { params, query: {}, body })
    expect(result.service_chain[1]).toMatchObject({ version: '1.0.0', outputs: { Gross: 33.6 } })
  })
})

describe('proxy addresses', () => {
  it('stand for an engine, one for each, and none twice', async () => {
    const person = await server().signIn()
    const first = await publishedEngine(server(), person, premiumWorkbook(), { serviceName: 'First' })
    await publishedEngine(server(), person, premiumWorkbook(), { serviceName: 'Second', productId: first.productId })
    const params = { product: first.productId, engine: 'First' }
    await expect(person.client.call(getProxyRule, { params })).rejects.toMatchObject({ code: 'PROXY_URL_NOT_FOUND' })
    expect(await person.client.call(getProxyRule, { params, query: { orNull: 'true' } })).toBeNull()
    const save = (ServiceName: string, UrlSuffix: string) =>
      person.client.call(saveProxyRule, { body: { ProductName: first.productId, ServiceName, UrlSuffix } })
    const rule = await save('First', '見積り-v1')
    expect(await person.client.call(getProxyRule, { params })).toEqual(rule)
    await expect(save('Second', '見積り-V1')).rejects.toMatchObject({ code: 'PROXY_URL_ALREADY_EXISTS' })
    await expect(save('Second', 'a/b')).rejects.toMatchObject({ code: 'INVALID_INPUT' })

    const execute = () =>
      fetch(server().origin + rule.url, {
        method: 'POST',
        headers: { ...person.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ request_data: { inputs: { Sum: 1000, Age: 40, Cover: 'Basic' } } }),
      })
    expect(await (await execute()).json()).toMatchObject({ response_data: { outputs: { Premium: 28 } } })
    const stranger = await server().signIn({ tenant: person })
    const codeAt = async (url: string) => {
      const headers = { ...stranger.headers, 'content-type': 'application/json' }
      const response = await fetch(server().origin + url, { method: 'POST', headers, body: '{}' })
      return ((await response.json()) as { errorCode: string }).errorCode
    }
    expect(await codeAt(rule.url)).toBe('PROXY_URL_NOT_FOUND')
    expect(await codeAt(`${rule.url}x`)).toBe('PROXY_URL_NOT_FOUND')
    await person.client.call(deleteProxyRule, { params: { rule: rule.id } })
    expect((await execute()).status).toBe(404)
  })
})
