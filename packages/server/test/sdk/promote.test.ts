import { type ExecFileException, execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { createApiKey } from '@sheetwright/contract/api-keys/create-api-key.ts'
import { getPromotion } from '@sheetwright/contract/engines/get-promotion.ts'
import { getVersions } from '@sheetwright/contract/engines/get-versions.ts'
import { publishEngine } from '@sheetwright/contract/engines/publish-engine.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { getProduct } from '@sheetwright/contract/products/get-product.ts'
import { decidePublishing } from '@sheetwright/contract/test-beds/decide-publishing.ts'
import { listTestBeds } from '@sheetwright/contract/test-beds/list-test-beds.ts'
import { listTestCases } from '@sheetwright/contract/test-beds/list-test-cases.ts'
import { requestPublishing } from '@sheetwright/contract/test-beds/request-publishing.ts'
import { savePublishRules } from '@sheetwright/contract/test-beds/save-publish-rules.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useEngineServer } from '../engines/engine-server.ts'
import { cliFile } from '../support/cli-file.ts'
import type { SignedIn, TestServer } from '../support/test-server.ts'
import { premiumEngine, ran, uploaded } from '../test-beds/support.ts'

const run = promisify(execFile)
const development = useEngineServer()
const production = useEngineServer()

describe('promotion from one installation to another', () => {
  let folder = ''
  let author: SignedIn
  let second: SignedIn
  let operator: SignedIn
  const address = { product: 'Motor', engine: 'Premium' }

  async function keyOf(server: TestServer, person: SignedIn) {
    const { key } = await person.client.call(createApiKey, {
      body: { name: 'Promotion', group: 'supervisor:pf', scopes: ['author', 'execute', 'logs'] },
    })
    return { url: server.origin, tenant: person.tenantName, apiKey: key }
  }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-promote-'))
    author = await development().signIn({ groups: ['supervisor:pf'] })
    second = await development().signIn({ tenant: author, groups: ['supervisor:pf'] })
    operator = await production().signIn({ groups: ['supervisor:pf'] })
    await mkdir(path.join(folder, 'sheetwright'))
    const keys = [await keyOf(development(), author), await keyOf(production(), operator)]
    await writeFile(path.join(folder, 'sheetwright/credentials.json'), JSON.stringify(keys))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function promote(...more: string[]) {
    const words = ['promote', '--from', development().origin, '--to', production().origin]
    const args = [cliFile, ...words, '--product', 'Motor', '--engine', 'Premium', '--json', ...more]
    try {
      const { stdout } = await run(process.execPath, args, { env: { ...process.env, XDG_CONFIG_HOME: folder } })
      return { code: 0, told: JSON.parse(stdout) as Record<string, unknown> }
    } catch (error) {
      const { code, stderr = '' } = error as ExecFileException
      return { code: Number(code), told: { stderr } }
    }
  }

  const premium = async () =>
    (
      await operator.client.call(executeEngine, {
        params: address,
        body: { request_data: { inputs: { Age: 44, Sum: 1000 } } },
      })
    ).xOutput['Premium']

  test('takes a version and its tests along, and proves it there', async () => {
    const { id: productId } = await author.client.call(createProduct, { body: { Name: 'Motor' } })
    const first = await premiumEngine(development(), author, { productId, serviceName: 'Premium', rate: 0.01 })
    await uploaded(author, first.engineId, ['Age,Sum,Expected: Premium', '40,1000,1', '50,2000,2'], 'Regression')

    const plan = await promote()
    expect(plan).toMatchObject({ code: 0, told: { action: 'promote', revision: '1.0.0', replaces: null } })
    const applied = await promote('--apply')
    expect(applied).toMatchObject({ code: 0, told: { targetRevision: '1.0.0', targetState: 'Active', approvals: 0 } })
    expect(applied.told['targetProof']).toBe(applied.told['sourceProof'])
    const beds = await operator.client.call(listTestBeds, { body: {} })
    expect(beds.items).toMatchObject([{ name: 'Regression', noOfTest: 2, serviceName: 'Premium' }])
    const [bed] = beds.items
    const params = { testbed: bed?.id ?? '', version: bed?.latestTestbedVersionId ?? '' }
    const cases = await operator.client.call(listTestCases, { params, body: {} })
    expect(cases.items.map(({ inputs, expected }) => [inputs, expected])).toEqual([
      [{ Age: 40, Sum: 1000 }, { Premium: 1 }],
      [{ Age: 50, Sum: 2000 }, { Premium: 2 }],
    ])
    const tested = await ran(production(), operator, { testbedId: bed?.id ?? '' })
    expect(tested).toMatchObject({ status: 'Success' })
  })

  test('takes approvals along, and rolls back to the version before', async () => {
    const productId = (await author.client.call(getProduct, { params: { product: 'Motor' } })).id
    const before = await premium()
    // In development the next version needs a second person.
    await author.client.call(savePublishRules, {
      params: { product: productId },
      body: { fourEyes: true, testbedIds: [] },
    })
    const draft = { productId, serviceName: 'Premium', rate: 0.02, revision: '2.0.0', state: 'Draft' as const }
    const { versionId } = await premiumEngine(development(), author, draft)
    const version = { ...address, version: versionId }
    await author.client.call(requestPublishing, { params: version, body: { note: 'New rates' } })
    await second.client.call(decidePublishing, { params: version, body: { approve: true, comment: 'Rates are right' } })
    await author.client.call(publishEngine, {
      params: address,
      body: {
        version: versionId,
        releaseNote: 'New rates',
        acknowledge: { codes: ['RESULTS_CHANGE'], reason: 'New rates' },
      },
    })
    const next = await promote()
    expect(next.told).toMatchObject({ action: 'promote', revision: '2.0.0', replaces: '1.0.0' })
    expect(next.told['differences']).toMatchObject({ outputs: [{ name: 'Premium', isChanged: true }] })
    expect(await premium()).toBe(before)
    expect(await promote('--apply')).toMatchObject({ code: 0, told: { targetRevision: '2.0.0', approvals: 1 } })
    expect(await premium()).not.toBe(before)
    const { items } = await operator.client.call(getVersions, { params: address })
    const promoted = await operator.client.call(getPromotion, {
      params: { ...address, version: items[0]?.id ?? '' },
    })
    expect(promoted?.approvals).toMatchObject([
      { state: 'approved', note: 'New rates', comments: [{ text: 'Rates are right' }] },
    ])
    expect(promoted?.proofThere).toEqual(promoted?.proofHere)

    expect(await promote('--roll-back')).toMatchObject({
      code: 0,
      told: { action: 'roll back', targetRevision: '1.0.0' },
    })
    expect(await premium()).toBe(before)
  })

  test('brings a draft where the target asks for a second person, and changes nothing that runs', async () => {
    const name = 'Gated'
    const { id: productId } = await author.client.call(createProduct, { body: { Name: name } })
    await premiumEngine(development(), author, { productId, serviceName: 'Premium', rate: 0.03 })
    const { id } = await operator.client.call(createProduct, { body: { Name: name } })
    await operator.client.call(savePublishRules, { params: { product: id }, body: { fourEyes: true, testbedIds: [] } })
    const applied = await promote('--product', name, '--apply')
    expect(applied).toMatchObject({ code: 0, told: { targetState: 'Draft' } })
  })
})
