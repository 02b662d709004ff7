import { calls } from '@sheetwright/contract/calls.ts'
import { areaFlags } from '@sheetwright/contract/system/area-flags.ts'
import { getSparkConfiguration } from '@sheetwright/contract/system/get-spark-configuration.ts'
import { saveSparkConfiguration } from '@sheetwright/contract/system/save-spark-configuration.ts'
import { saveCategory } from '@sheetwright/contract/categories/save-category.ts'
import { clearCache } from '@sheetwright/contract/system/clear-cache.ts'
import { downloadSampleWorkbook } from '@sheetwright/contract/system/download-sample-workbook.ts'
import { clearGarbage } from '@sheetwright/contract/system/clear-garbage.ts'
import { getDiagnostics } from '@sheetwright/contract/system/get-diagnostics.ts'
import { getProductDocumentMetadata } from '@sheetwright/contract/system/get-product-document-metadata.ts'
import { getHealth } from '@sheetwright/contract/system/get-health.ts'
import { getLiveness } from '@sheetwright/contract/system/get-liveness.ts'
import { getReadiness } from '@sheetwright/contract/system/get-readiness.ts'
import { getLookupData } from '@sheetwright/contract/system/get-lookup-data.ts'
import { getLookupDataNonCached } from '@sheetwright/contract/system/get-lookup-data-non-cached.ts'
import { lookupNames } from '@sheetwright/contract/system/lookup.ts'
import { getRelease } from '@sheetwright/contract/system/get-release.ts'
import { describe, expect, it } from 'vitest'
import { releaseIn } from '../../src/features/system/release-notes.ts'
import { makeSuperuser } from '../../src/features/users/set-superuser.ts'
import { findUser } from '../../src/platform/identity/users.store.ts'
import { lookupEntries } from '../../src/platform/db/schema/lookup-entries.ts'
import { releaseVersion } from '../../src/release.ts'
import { startTestServer, useTestServer } from '../support/test-server.ts'

const server = useTestServer({ SHEETWRIGHT_USER_GUIDE_URL: 'https://guide.example.com/' })

describe('lookups', () => {
  it('hold every list, and a tenant’s entries laid over the built-in ones', async () => {
    const person = await server().signIn()
    const before = await person.client.call(getLookupData)
    expect(Object.keys(before).toSorted()).toEqual([...lookupNames].toSorted())
    expect(before.ProductStatus?.map(({ key }) => key)).toEqual(['Design', 'Production', 'Archive'])
    expect(before.GitBookUrl?.[0]?.value).toBe('https://guide.example.com/')

    const own = { tenantId: person.tenantId, lookup: 'ProductCategories' } as const
    const rows = [
      { ...own, key: 'Life', value: 'Life and death', icon: 'leaf' },
      { ...own, key: 'Motor', value: null },
      { ...own, key: 'Pets', value: 'Pets' },
    ]
    await server().services.db.inTenant(person.tenantId, async (tx) => tx.q.insert(lookupEntries).values(rows))
    const { ProductCategories: now = [] } = await person.client.call(getLookupDataNonCached)
    expect(now.find(({ key }) => key === 'Life')).toEqual({ key: 'Life', value: 'Life and death', icon: 'leaf' })
    expect(now.some(({ key }) => key === 'Motor')).toBe(false)
    expect(now.at(-1)?.key).toBe('Pets')
    const other = await server().signIn()
    const theirs = await other.client.call(getLookupDataNonCached, { query: { name: 'ProductCategories' } })
    expect(theirs).toEqual({ ProductCategories: before.ProductCategories })
  })

  it('are remembered until somebody has them forgotten', async () => {
    const person = await server().signIn({ groups: ['supervisor:pf'] })
    const categories = async () => (await person.client.call(getLookupData)).ProductCategories?.map(({ key }) => key)
    expect(await categories()).not.toContain('New')
    const row = { tenantId: person.tenantId, lookup: 'ProductCategories', key: 'New', value: 'New' } as const
    await server().services.db.inTenant(person.tenantId, async (tx) => tx.q.insert(lookupEntries).values(row))
    expect(await categories()).not.toContain('New')
    expect(await person.client.call(clearCache)).toEqual({ cleared: 1 })
    expect(await categories()).toContain('New')
  })
})

describe('areas', () => {
  it('are on where this build has them; the guide is where the installation says', async () => {
    const { client } = await server().signIn()
    const { available, GitBookUrl, ...flags } = await client.call(getSparkConfiguration)
    expect(GitBookUrl).toBe('https://guide.example.com/')
    expect(flags).toEqual(Object.fromEntries(areaFlags.map((flag) => [flag, available.includes(flag)])))
    expect(available).toContain('ShowCategories')
  })

  it('are switched off and on by supervisors; the server then refuses every call of the area', async () => {
    const boss = await server().signIn({ groups: ['supervisor:pf'] })
    const stranger = await server().signIn({ groups: ['supervisor:pf'] })
    await boss.client.call(saveCategory, { body: { key: 'Pets' } })
    const off = await boss.client.call(saveSparkConfiguration, {
      body: { ...Object.fromEntries(areaFlags.map((flag) => [flag, false])), GitBookUrl: 'https://own.example.com/' },
    })
    expect(areaFlags.some((flag) => off[flag])).toBe(false)
    expect(off.GitBookUrl).toBe('https://own.example.com/')
    for (const call of calls.filter(({ flag }) => flag !== undefined)) {
      const address = server().origin + call.path.replaceAll(/[{}]/g, '')
      const answer = await fetch(address, { method: call.method, headers: boss.headers })
      const { errorCode } = (await answer.json()) as { errorCode: string }
      expect([call.id, answer.status, errorCode]).toEqual([call.id, 403, 'AREA_SWITCHED_OFF'])
    }
    // Other tenants keep theirs.
    await stranger.client.call(saveCategory, { body: { key: 'Pets' } })
    await boss.client.call(saveSparkConfiguration, { body: { ShowCategories: true, GitBookUrl: null } })
    await boss.client.call(saveCategory, { body: { key: 'Cats' } })
    expect((await boss.client.call(getSparkConfiguration)).GitBookUrl).toBe('https://guide.example.com/')
  })

  it('cannot be switched by people who do not administrate, nor to what is not an address', async () => {
    const person = await server().signIn({ groups: ['user:pf'] })
    await expect(person.client.call(saveSparkConfiguration, { body: { ShowCategories: false } })).rejects.toMatchObject(
      {
        code: 'PERMISSION_DENIED',
      },
    )
    const boss = await server().signIn({ groups: ['supervisor:pf'] })
    await expect(
      boss.client.call(saveSparkConfiguration, { body: { GitBookUrl: 'javascript:alert(1)' } }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})

it('says what documents can be', async () => {
  const { client } = await server().signIn()
  const metadata = await client.call(getProductDocumentMetadata)
  expect(metadata.uploadCategories['Excel']).toContain('.xlsx')
  expect(metadata.defaultSections.map(({ name, position }) => [name, position])).toEqual([
    ['serviceDocumentation', 1],
    ['brochure', 2],
    ['images', 3],
  ])
})

describe('the release', () => {
  it('is the version that runs', async () => {
    const { client } = await server().signIn()
    expect(await client.call(getRelease)).toMatchObject({ version: releaseVersion })
    const inJapanese = await client.call(getRelease, { query: { language: 'ja' } })
    expect(inJapanese.releaseNote).toMatch(/[ぁ-ん]/)
  })

  it('is found in the change log by its version', () => {
    const log =
      '# Changes\n\n## 1.10.0\n\n- soon\n\n## [1.1.0] - 2026-11-15\n\n### Numbers\n\n- one\n- two\n\n## 1.0.0 (2026-01-01)\n\n- first\n'
    expect(releaseIn(log, '1.1.0')).toEqual({
      version: '1.1.0',
      date: '2026-11-15',
      note: '### Numbers\n\n- one\n- two',
    })
    expect(releaseIn(log, '1.0.0')).toEqual({ version: '1.0.0', date: '2026-01-01', note: '- first' })
    expect(releaseIn(log, '1.10.0')).toEqual({ version: '1.10.0', date: null, note: '- soon' })
    expect(releaseIn(log, '2.0.0')).toEqual({ version: '2.0.0', date: null, note: '' })
  })
})

describe('messages', () => {
  const languageFor = async (tag: string) => {
    const response = await fetch(`${server().origin}/api/v1/messages/${tag}`)
    const { data } = (await response.json()) as { data: { language: string; messages: Record<string, string> } | null }
    return data?.language ?? response.status
  }

  it('come in the language asked for, its base language, or English', async () => {
    expect(await languageFor('ja')).toBe('ja')
    expect(await languageFor('ja-JP')).toBe('ja')
    expect(await languageFor('JA-Jpan-JP')).toBe('ja')
    expect(await languageFor('en-GB')).toBe('en')
    expect(await languageFor('fr')).toBe('en')
    expect(await languageFor('..%2F..%2Fpackage')).toBe(400)
  })
})

describe('diagnostics', () => {
  it('show how the process is doing and free memory', async () => {
    const { client, tenantId, tenantName, userId } = await server().signIn({ groups: ['supervisor:pf'] })
    const diagnostics = await client.call(getDiagnostics)
    expect(diagnostics.version).toBe(releaseVersion)
    expect(diagnostics.database.version).toMatch(/^\d+/)
    expect(diagnostics.memory.residentBytes).toBeGreaterThan(0)
    expect(diagnostics.storage).toMatchObject({ contents: 0, bytes: 0, check: { passed: true, problem: null } })
    expect(diagnostics.queue.waiting).toBeGreaterThanOrEqual(0)
    const { blob } = await client.call(downloadSampleWorkbook)
    expect(Buffer.from(await blob.arrayBuffer()).toString('latin1', 0, 2)).toBe('PK')
    const { slowCalls } = server().services.metrics
    const slow = { call: 'x.y', status: 200, millis: 1500, at: Date.now(), correlationId: 'c', tenantId }
    slowCalls.note(slow)
    slowCalls.note({ ...slow, millis: 9000, tenantId: 'another' })
    slowCalls.note({ ...slow, millis: 999 })
    expect((await client.call(getDiagnostics)).slowCalls.map(({ millis }) => millis)).toEqual([1500])

    let garbage: unknown[] | undefined = Array.from({ length: 200_000 }, (_, index) => ({ index }))
    expect(garbage).toHaveLength(200_000)
    garbage = undefined
    await expect(client.call(clearGarbage)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
    const { db } = server().services
    const email = (await db.inTenant(tenantId, (tx) => findUser(tx, userId)))?.email ?? ''
    expect(await makeSuperuser(db, { tenant: tenantName, email: 'nobody@example.test' }, true)).toBe(false)
    expect(await makeSuperuser(db, { tenant: tenantName, email }, true)).toBe(true)
    const { heapBytesBefore, heapBytesAfter } = await client.call(clearGarbage)
    expect(heapBytesAfter).toBeLessThan(heapBytesBefore)
  })
})

describe('health', () => {
  it('is up, and ready only until the process begins to stop', async () => {
    const one = await startTestServer()
    const status = async ({ path }: { path: string }) => {
      const response = await fetch(one.origin + path)
      return [response.status, ((await response.json()) as { status: string }).status]
    }
    try {
      for (const call of [getHealth, getLiveness, getReadiness]) expect(await status(call)).toEqual([200, 'UP'])
      one.beginStop()
      expect(await status(getReadiness)).toEqual([503, 'Error'])
      expect(await status(getLiveness)).toEqual([200, 'UP'])
    } finally {
      await one.stop()
    }
  })
})
