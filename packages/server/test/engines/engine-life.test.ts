import { buffer } from 'node:stream/consumers'
import { listAudit } from '@sheetwright/contract/audit/list-audit.ts'
import { deleteEngine } from '@sheetwright/contract/engines/delete-engine.ts'
import { markFavouriteEngine } from '@sheetwright/contract/engines/mark-favourite-engine.ts'
import { undeleteEngine } from '@sheetwright/contract/engines/undelete-engine.ts'
import { downloadCurl } from '@sheetwright/contract/engines/download-curl.ts'
import { downloadSwagger } from '@sheetwright/contract/engines/download-swagger.ts'
import { downloadEngine } from '@sheetwright/contract/engines/download-engine.ts'
import { downloadOriginal } from '@sheetwright/contract/engines/download-original.ts'
import { getVersions } from '@sheetwright/contract/engines/get-versions.ts'
import { restoreVersion } from '@sheetwright/contract/engines/restore-version.ts'
import { getEngine } from '@sheetwright/contract/engines/get-engine.ts'
import { getEngineVersion } from '@sheetwright/contract/engines/get-engine-version.ts'
import { listEngines } from '@sheetwright/contract/engines/list-engines.ts'
import { publishEngine } from '@sheetwright/contract/engines/publish-engine.ts'
import { setVersionState } from '@sheetwright/contract/engines/set-version-state.ts'
import { updateEngine } from '@sheetwright/contract/engines/update-engine.ts'
import type { EngineUploadResult } from '@sheetwright/contract/engines/upload-result.ts'
import { getProduct } from '@sheetwright/contract/products/get-product.ts'
import { saveUserGroupSetting } from '@sheetwright/contract/user-groups/save-user-group-setting.ts'
import { setEntityPermissions } from '@sheetwright/contract/permissions/set-entity-permissions.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import yauzl from 'yauzl'
import { workbookFile } from '../../demo/workbook-file.ts'
import { purgeEngines } from '../../src/features/engines/purge-engines.schedule.ts'
import { engines } from '../../src/platform/db/schema/engines.ts'
import { insertBuiltVersion } from '../support/built-version.ts'
import { insertEngine } from '../../src/features/engines/engine.store.ts'
import { codeOf } from './code-of.ts'
import { type Author, newAuthor, premiumWorkbook, upload, useEngineServer } from './engine-server.ts'

const server = useEngineServer()

/** An engine without a built workbook, for tests that do not need one. */
async function plainEngine({ tenantId, product: productId, userId }: Author, serviceName: string): Promise<string> {
  const { services } = server()
  const row = { productId, serviceName, ownerId: userId, engineType: 'Type1', connectorUrl: null } as const
  const engineId = await services.db.inTenant(tenantId, (tx) => insertEngine(tx, row))
  await insertBuiltVersion(services, { tenantId, productId, engineId, userId })
  return engineId
}

describe('an engine in its product', () => {
  it('is listed a page of three at a time, searched, sorted and counted', async () => {
    const author = await newAuthor(server())
    for (const name of ['Beta', 'alpha', 'Gamma', 'Alphabet']) await plainEngine(author, name)
    const params = { product: author.product }
    const first = await author.client.call(listEngines, { params, body: { sort: 'name' } })
    expect(first.count).toBe(4)
    expect(first.items.map(({ serviceName }) => serviceName)).toEqual(['alpha', 'Alphabet', 'Beta'])
    const second = await author.client.call(listEngines, { params, body: { sort: 'name', page: 2 } })
    expect(second.items.map(({ serviceName }) => serviceName)).toEqual(['Gamma'])
    const search = [{ field: 'serviceName_co' as const, value: 'ALPHA' }]
    const found = await author.client.call(listEngines, { params, body: { search, sort: '-name' } })
    expect(found.items.map(({ serviceName }) => serviceName)).toEqual(['Alphabet', 'alpha'])

    const product = await author.client.call(getProduct, { params, query: { noOfCalculationEngines: 2 } })
    expect(product.calculationEngines.count).toBe(4)
    expect(product.calculationEngines.engines.map(({ serviceName }) => serviceName)).toEqual(['Alphabet', 'Gamma'])
  })

  it('is a favourite of the one who marked it', async () => {
    const author = await newAuthor(server())
    await plainEngine(author, 'Premium')
    const params = { product: author.product, engine: 'Premium' }
    await author.client.call(markFavouriteEngine, { params: { ...params, flag: 'true' } })
    const body = { search: [{ field: 'isfavorite' as const, value: true }] }
    const found = await author.client.call(listEngines, { params: { product: author.product }, body })
    expect(found.items).toMatchObject([{ serviceName: 'Premium', favorite: true }])
    await author.client.call(markFavouriteEngine, { params: { ...params, flag: 'false' } })
    expect((await author.client.call(listEngines, { params: { product: author.product }, body })).count).toBe(0)
  })

  it('is gone when deleted, can be brought back for 30 days, and is then removed for good', async () => {
    const author = await newAuthor(server())
    const id = await plainEngine(author, 'Premium')
    const params = { product: author.product, engine: 'Premium' }
    await author.client.call(deleteEngine, { params })
    expect(await codeOf(author.client.call(getEngine, { params }))).toBe('ENGINE_NOT_FOUND')

    await plainEngine(author, 'PREMIUM')
    expect(await codeOf(author.client.call(undeleteEngine, { params: { ...params, engine: id } }))).toBe(
      'ENGINE_EXISTS_ALREADY',
    )
    await author.client.call(deleteEngine, { params })
    expect(await author.client.call(undeleteEngine, { params: { ...params, engine: id } })).toMatchObject({ id })

    await author.client.call(deleteEngine, { params })
    const { db } = server().services
    await db.inTenant(author.tenantId, (tx) =>
      tx.q.update(engines).set({ deletedAt: sql`now() - interval '31 days'` }).where(sql`deleted_at IS NOT NULL`),
    )
    expect(await codeOf(author.client.call(undeleteEngine, { params: { ...params, engine: id } }))).toBe(
      'ENGINE_NOT_FOUND',
    )
    await purgeEngines.run(server().services, new AbortController().signal)
    expect(await db.inTenant(author.tenantId, (tx) => tx.q.$count(engines))).toBe(0)
  })

  it('is seen by those who were given it alone, who do not see its drafts or its neighbours', async () => {
    const author = await newAuthor(server())
    const id = await plainEngine(author, 'Premium')
    await plainEngine(author, 'Secret')
    const tenant = { tenantId: author.tenantId, tenantName: author.tenantName }
    const reader = await server().signIn({ tenant })
    const params = { product: author.product, engine: 'Premium' }
    expect(await codeOf(reader.client.call(getEngine, { params }))).toBe('ENGINE_NOT_FOUND')
    const principals = [{ principal: { type: 'user' as const, id: reader.userId }, level: 'view' as const }]
    await author.client.call(setEntityPermissions, {
      params: { entityType: 'engine', entityId: id },
      body: { principals },
    })
    const seen = await reader.client.call(listEngines, { params: { product: author.product }, body: {} })
    expect(seen.items.map(({ serviceName, access }) => [serviceName, access])).toEqual([['Premium', 'view']])
    expect(await codeOf(reader.client.call(getEngine, { params }))).toBe('ENGINE_VERSION_NOT_FOUND')
    expect(await codeOf(reader.client.call(publishEngine, { params, body: {} }))).toBe('PERMISSION_DENIED')
    await author.client.call(publishEngine, { params, body: {} })
    expect(await reader.client.call(getEngine, { params })).toMatchObject({ id, version: { state: 'Active' } })
    expect(await codeOf(reader.client.call(deleteEngine, { params }))).toBe('PERMISSION_DENIED')
  })

  it('has a draft that is published once, however many publish it at the same time', async () => {
    const author = await newAuthor(server())
    await plainEngine(author, 'Premium')
    const params = { product: author.product, engine: 'Premium' }
    const publications = Array.from({ length: 8 }, () => author.client.call(publishEngine, { params, body: {} }))
    const outcomes = await Promise.allSettled(publications)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = publications.filter((_, i) => outcomes[i]?.status === 'rejected').map(codeOf)
    for (const code of await Promise.all(refused)) {
      expect(['ENGINE_VERSION_NOT_FOUND', 'STATUS_CHANGE_NOT_ALLOWED']).toContain(code)
    }
    const { items } = await author.client.call(listAudit, {
      body: { search: [{ field: 'action', value: 'engine.publish' }] },
    })
    expect(items).toHaveLength(1)
  })

  it('is one of no more than the rules of the groups allow', async () => {
    const supervisor = await server().signIn({ groups: ['supervisor:pf'] })
    const { tenantId, tenantName } = supervisor
    const author = await newAuthor(server(), { tenant: { tenantId, tenantName }, groups: ['user:pf.bound'] })
    await supervisor.client.call(saveUserGroupSetting, {
      body: {
        userGroup: 'user:pf.bound',
        moduleRules: [{ moduleName: 'ProductEngine', rules: [{ ruleName: 'NoOfEngine', ruleValue: 1 }] }],
      },
    })
    await plainEngine(author, 'Premium')
    expect(await codeOf(upload(author, premiumWorkbook(), { fileName: 'Second.xlsx' }))).toBe('RULE_VALIDATION_FAILED')
  })
})

describe('the versions of an engine', () => {
  let author: Author
  let first: EngineUploadResult
  let params: { product: string; engine: string }
  const workbook = () => workbookFile(premiumWorkbook())

  beforeAll(async () => {
    author = await newAuthor(server())
    first = await upload(author, await workbook(), {
      data: { publish: true, serviceName: 'Premium', effectiveEndDate: '2040-12-31' },
    })
    params = { product: author.product, engine: first.engineId }
  })

  it('takes other names and properties as a draft only, and dates at any time', async () => {
    const refused = author.client.call(updateEngine, {
      params,
      body: { XlInputs: [{ originalName: 'Age', newName: 'driverAge' }] },
    })
    expect(await codeOf(refused)).toBe('CONFLICT')
    const dated = await author.client.call(updateEngine, { params, body: { effectiveStartDate: '2026-01-01' } })
    expect(dated).toMatchObject({
      effectiveStartDate: '2026-01-01T00:00:00.000Z',
      effectiveEndDate: '2040-12-31T23:59:59.999Z',
    })
    const backwards = author.client.call(updateEngine, { params, body: { effectiveEndDate: '2025-12-31' } })
    expect(await codeOf(backwards)).toBe('INVALID_INPUT')

    const second = await upload(author, await workbook(), { data: { serviceName: 'Premium', releaseNote: 'Again' } })
    expect(second.proposal).toMatchObject({ upgrade: 'patch', revision: '1.0.1' })
    const changed = await author.client.call(updateEngine, {
      params,
      body: {
        Version: second.versionId,
        XlInputs: [{ originalName: 'age', newName: 'driverAge', description: 'How old' }],
        BookProperties: { Locale: 'en-US', ServiceName: 'Another' },
      },
    })
    expect(changed.properties).toEqual({ Locale: 'en-US' })
    expect(changed.inputs).toContainEqual({ name: 'driverAge', originalName: 'Age', description: 'How old' })
    const twice = author.client.call(updateEngine, {
      params,
      body: { Version: second.versionId, XlInputs: [{ originalName: 'Age', newName: 'sum' }] },
    })
    expect(await codeOf(twice)).toBe('INVALID_INPUT')
  })

  it('go through their states, and none comes back that may not', async () => {
    const version = { ...params, version: '1.0.1' }
    expect(await codeOf(author.client.call(setVersionState, { params: version, body: { state: 'Inactive' } }))).toBe(
      'STATUS_CHANGE_NOT_ALLOWED',
    )
    const publish = { version: '1.0.1', versionUpgrade: 'minor' } as const
    // Callers that send the input by its old name would break.
    expect(await codeOf(author.client.call(publishEngine, { params, body: publish }))).toBe('PUBLISH_CHECKS_FAILED')
    const acknowledge = { codes: ['INTERFACE_BREAKS' as const], reason: 'All callers send driverAge' }
    const upgraded = await author.client.call(publishEngine, { params, body: { ...publish, acknowledge } })
    expect(upgraded).toMatchObject({ revision: '1.1.0', state: 'Active' })
    const moved = { ...params, version: '1.1.0' }
    expect(await author.client.call(setVersionState, { params: moved, body: { state: 'Inactive' } })).toMatchObject({
      state: 'Inactive',
    })
    await author.client.call(setVersionState, { params: moved, body: { state: 'Archived' } })
    const listed = await author.client.call(getVersions, { params })
    expect(listed.items.map(({ revision }) => revision)).toEqual(['1.0.0'])
    const all = await author.client.call(getVersions, { params, query: { archived: 'true' } })
    expect(all.items.map(({ revision, state }) => [revision, state])).toEqual([
      ['1.1.0', 'Archived'],
      ['1.0.0', 'Active'],
    ])
  })

  it('are restored as a new one, without touching the old', async () => {
    const restored = await author.client.call(restoreVersion, { params: { ...params, version: '1.0.0' } })
    expect(restored).toMatchObject({
      revision: '1.1.1',
      state: 'Active',
      restoredFrom: '1.0.0',
      fileHash: first.bookSummary.hash,
    })
    expect(await author.client.call(getEngineVersion, { params: { ...params, version: '1.0.0' } })).toMatchObject({
      version: { id: first.versionId, state: 'Active', restoredFrom: null },
    })
  })

  it('get revisions of their own when two are made at once', async () => {
    const version = { ...params, version: '1.0.0' }
    const both = await Promise.all([1, 2, 3].map(() => author.client.call(restoreVersion, { params: version })))
    expect(new Set(both.map(({ revision }) => revision)).size).toBe(3)
  })

  it('are downloaded as they were uploaded, and as an engine file', async () => {
    const version = { ...params, version: '1.0.0' }
    const original = await author.client.call(downloadOriginal, { params: version })
    expect(original.fileName).toBe('premium.xlsx')
    expect(Buffer.from(await original.blob.arrayBuffer())).toEqual(await workbook())

    const engine = await author.client.call(downloadEngine, { params: version })
    expect(engine.fileName).toBe('Motor_Premium_1.0.0.c4engine')
    const zip = await yauzl.fromBufferPromise(Buffer.from(await engine.blob.arrayBuffer()), { lazyEntries: true })
    const parts = new Map<string, Buffer>()
    for await (const entry of zip.eachEntry()) {
      parts.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
    }
    for (const name of ['parity.json', 'program.mjs']) expect(parts.has(name)).toBe(true)
    const manifest = JSON.parse(String(parts.get('manifest.json'))) as Record<string, unknown>
    expect(manifest).toMatchObject({
      serviceName: 'Premium',
      revision: '1.0.0',
      compilerVersion: expect.any(String) as unknown,
      files: { 'workbook/premium.xlsx': { sha256: first.bookSummary.hash } },
    })
    expect(parts.get('workbook/premium.xlsx')).toEqual(await workbook())
  })

  it('are described as OpenAPI, with examples that are true, and as a command', async () => {
    const version = { ...params, version: '1.0.0' }
    const file = await author.client.call(downloadSwagger, { params: version })
    const document = JSON.parse(await file.blob.text()) as { paths: Record<string, { post: Record<string, unknown> }> }
    const [path = '', { post } = { post: {} }] = Object.entries(document.paths)[0] ?? []
    expect(path).toBe(`/${author.tenantName}/api/v3/folders/Motor/services/Premium/execute`)
    expect(post).toMatchObject({
      requestBody: {
        content: {
          'application/json': {
            schema: {
              properties: {
                request_data: {
                  properties: {
                    inputs: {
                      properties: { Age: { type: ['integer', 'null'], minimum: 18, maximum: 99, default: 40 } },
                    },
                  },
                },
              },
            },
            example: { request_data: { inputs: { Age: 40, Sum: 10_000 } } },
          },
        },
      },
      responses: {
        '200': { content: { 'application/json': { example: { response_data: { outputs: { Premium: 100 } } } } } },
      },
    })
    const form = await author.client.call(downloadSwagger, { params: version, query: { formData: 'true' } })
    expect(await form.blob.text()).toMatch(/multipart\/form-data/)
    for (const language of ['curl', 'curlForm', 'curlWindows', 'curlPosix'] as const) {
      const command = await author.client.call(downloadCurl, { params: version, query: { language } })
      expect(await command.blob.text()).toMatch(/^curl /)
    }
  })

  it('leave what was done to them in the trail', async () => {
    const { items } = await author.client.call(listAudit, { body: { pageSize: 100 } })
    const actions = items.filter(({ entityType }) => entityType === 'engine').map(({ action }) => action)
    expect(new Set(actions)).toEqual(
      new Set(['engine.upload', 'engine.update', 'engine.publish', 'engine.versionState', 'engine.restoreVersion']),
    )
  })
})
