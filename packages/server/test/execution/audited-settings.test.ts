import { listAudit } from '@sheetwright/contract/audit/list-audit.ts'
import { saveCallSettings } from '@sheetwright/contract/call-log/save-call-settings.ts'
import { deleteChain } from '@sheetwright/contract/execution/delete-chain.ts'
import { saveChain } from '@sheetwright/contract/execution/save-chain.ts'
import { deleteProxyRule } from '@sheetwright/contract/execution/delete-proxy-rule.ts'
import { saveProxyRule } from '@sheetwright/contract/execution/save-proxy-rule.ts'
import { expect, it } from 'vitest'
import { publishedEngine } from '../support/published-engine.ts'
import { useTestServer } from '../support/test-server.ts'
import { premiumWorkbook } from './workbooks.ts'

const server = useTestServer()

it('the trail tells of changed call settings, proxy addresses and chains', async () => {
  const person = await server().signIn({ groups: ['supervisor:pf'] })
  const { client } = person
  const first = await publishedEngine(server(), person, premiumWorkbook(), { serviceName: 'First' })
  const product = first.productId
  await publishedEngine(server(), person, premiumWorkbook(), { serviceName: 'Second', productId: product })

  await client.call(saveCallSettings, { params: { product }, body: { auditCalls: true } })
  const body = { ProductName: product, ServiceName: 'First', UrlSuffix: 'quote' }
  const rule = await client.call(saveProxyRule, { body })
  await client.call(deleteProxyRule, { params: { rule: rule.id } })
  const steps = [{ product, engine: 'Second', mapping: {} }]
  const chain = await client.call(saveChain, {
    params: { product, engine: 'First' },
    body: { name: 'Both', steps },
  })
  await client.call(deleteChain, { params: { product, engine: 'First', chain: chain.id } })

  const { items } = await client.call(listAudit, { body: { sort: 'at', pageSize: 100 } })
  const told = items.map(({ action, before, after }) => ({ action, before, after }))
  expect(told).toEqual(
    expect.arrayContaining([
      {
        action: 'product.callSettings',
        before: { auditCalls: false, keepCallsDays: 365, maskedInputs: [] },
        after: { auditCalls: true, keepCallsDays: 365, maskedInputs: [] },
      },
      { action: 'engine.proxy', before: null, after: { urlSuffix: 'quote' } },
      { action: 'engine.proxy', before: { urlSuffix: 'quote' }, after: null },
      { action: 'engine.chain', before: null, after: expect.objectContaining({ chain: 'Both' }) as unknown },
      { action: 'engine.unchain', before: { chain: chain.id }, after: null },
    ]),
  )
})

it('proxy addresses that are saved for one engine at the same time replace each other', async () => {
  const person = await server().signIn({ groups: ['supervisor:pf'] })
  const { productId } = await publishedEngine(server(), person, premiumWorkbook(), { serviceName: 'First' })
  const suffixes = Array.from({ length: 6 }, (_, i) => `quote-${i}`)
  const rules = await Promise.all(
    suffixes.map((UrlSuffix) =>
      person.client.call(saveProxyRule, { body: { ProductName: productId, ServiceName: 'First', UrlSuffix } }),
    ),
  )
  expect(new Set(rules.map(({ id }) => id)).size).toBe(1)
})
