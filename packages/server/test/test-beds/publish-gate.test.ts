import type { ApiError } from '@sheetwright/contract/api-error.ts'
import { getEngine } from '@sheetwright/contract/engines/get-engine.ts'
import { getPublishChecks } from '@sheetwright/contract/engines/get-publish-checks.ts'
import { restoreVersion } from '@sheetwright/contract/engines/restore-version.ts'
import { publishEngine } from '@sheetwright/contract/engines/publish-engine.ts'
import { startUpload } from '@sheetwright/contract/engines/start-upload.ts'
import { setVersionState } from '@sheetwright/contract/engines/set-version-state.ts'
import { updateEngine } from '@sheetwright/contract/engines/update-engine.ts'
import { setEntityPermissions } from '@sheetwright/contract/permissions/set-entity-permissions.ts'
import { commentPublishing } from '@sheetwright/contract/test-beds/comment-publishing.ts'
import { decidePublishing } from '@sheetwright/contract/test-beds/decide-publishing.ts'
import { getPublishRequest } from '@sheetwright/contract/test-beds/get-publish-request.ts'
import { requestPublishing } from '@sheetwright/contract/test-beds/request-publishing.ts'
import { deleteTestBed } from '@sheetwright/contract/test-beds/delete-test-bed.ts'
import { generateTestCases } from '@sheetwright/contract/test-beds/generate-test-cases.ts'
import { savePublishRules } from '@sheetwright/contract/test-beds/save-publish-rules.ts'
import { saveTestBed } from '@sheetwright/contract/test-beds/save-test-bed.ts'
import { saveTestCases } from '@sheetwright/contract/test-beds/save-test-cases.ts'
import { uploadTestBed } from '@sheetwright/contract/test-beds/upload-test-bed.ts'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { workbookFile } from '../../demo/workbook-file.ts'
import { updateEngine as storeEngine } from '../../src/features/engines/engine.store.ts'
import { updateVersion } from '../../src/features/engines/engine-version.store.ts'
import { codeOf } from '../engines/code-of.ts'
import { premiumWorkbook, useEngineServer } from '../engines/engine-server.ts'
import type { SignedIn } from '../support/test-server.ts'
import { csv, premiumEngine, premiumTester, ran, uploaded } from './support.ts'

const server = useEngineServer()
const isRight = { codes: ['RESULTS_CHANGE' as const, 'PROOF_LOCALE' as const], reason: 'New rates' }
const overridden = { codes: ['RESULTS_CHANGE' as const, 'TESTS_FAIL' as const], reason: 'New rates' }

/** A published engine, a draft of it, and an editor who is no supervisor. */
async function gated() {
  const { person, engine } = await premiumTester(server())
  const { productId, serviceName, engineId } = engine
  const draft = await premiumEngine(server(), person, {
    rate: 0.02,
    productId,
    serviceName,
    revision: '2.0.0',
    state: 'Draft',
  })
  const editor = await server().signIn({ tenant: person, groups: ['user:pf.forms'] })
  await person.client.call(setEntityPermissions, {
    params: { entityType: 'product', entityId: productId },
    body: { principals: [{ principal: { type: 'user', id: editor.userId }, level: 'edit' }] },
  })
  const params = { product: productId, engine: engineId }
  const address = { ...params, version: draft.versionId }
  const publish = ({ client }: SignedIn, acknowledge: typeof isRight | typeof overridden) =>
    client.call(publishEngine, { params, body: { version: draft.versionId, releaseNote: 'New rates', acknowledge } })
  return { person, editor, engineId, productId, serviceName, params, address, publish }
}

it('a version is published once the required test beds pass on it, or a supervisor overrides', async () => {
  const { person, editor, engineId, productId, address, publish } = await gated()
  const { testbedId } = await uploaded(person, engineId, ['Age,Sum,Expected: Premium', '40,1000,20'])
  const rules = { product: productId }
  const body = { fourEyes: false, testbedIds: [testbedId] }
  expect(await codeOf(editor.client.call(savePublishRules, { params: rules, body }))).toBe('PERMISSION_DENIED')
  await person.client.call(savePublishRules, { params: rules, body })
  const tests = async () =>
    (await person.client.call(getPublishChecks, { params: address })).items.find(({ code }) => code === 'TESTS_FAIL')
  expect(await tests()).toMatchObject({
    outcome: 'failed',
    findings: [{ after: 'not run on this version as it is now' }],
  })
  expect(await codeOf(publish(editor, isRight))).toBe('PUBLISH_CHECKS_FAILED')
  expect(await codeOf(publish(editor, overridden))).toBe('PERMISSION_DENIED')
  await ran(server(), person, { testbedId, version: address.version })
  expect(await tests()).toMatchObject({ outcome: 'passed' })
  expect((await publish(editor, isRight)).state).toBe('Active')

  const other = await gated()
  const bed = await uploaded(other.person, other.engineId, ['Age,Sum,Expected: Premium', '40,1000,10'])
  const required = { fourEyes: false, testbedIds: [bed.testbedId] }
  await other.person.client.call(savePublishRules, { params: { product: other.productId }, body: required })
  await ran(server(), other.person, { testbedId: bed.testbedId, version: other.address.version })
  expect(await codeOf(other.publish(other.person, isRight))).toBe('PUBLISH_CHECKS_FAILED')
  expect((await other.publish(other.person, overridden)).state).toBe('Active')
})

it('with four eyes, another person approves before anybody publishes', async () => {
  const { person, editor, productId, address: params, publish } = await gated()
  await person.client.call(savePublishRules, {
    params: { product: productId },
    body: { fourEyes: true, testbedIds: [] },
  })
  expect(await codeOf(publish(person, isRight))).toBe('PUBLISH_CHECKS_FAILED')
  expect(await person.client.call(getPublishRequest, { params })).toBeNull()
  const request = await editor.client.call(requestPublishing, { params, body: { note: 'New rates for spring' } })
  expect(request).toMatchObject({ state: 'open', isOwn: true })
  expect(request.checks.find(({ code }) => code === 'RESULTS_CHANGE')?.outcome).toBe('failed')
  // What was reviewed is what is published.
  const version = params.version
  const change = (body: { BookProperties?: Record<string, string>; releaseNote?: string }) =>
    editor.client.call(updateEngine, { params, body: { Version: version, ...body } })
  const locale = { BookProperties: { locale: 'de-DE' } }
  expect(await codeOf(change(locale))).toBe('APPROVAL_REQUIRED')
  const own = editor.client.call(decidePublishing, { params, body: { approve: true } })
  expect(await codeOf(own)).toBe('PERMISSION_DENIED')
  await person.client.call(commentPublishing, { params, body: { comment: 'Why twice as much?' } })
  const rejected = await person.client.call(decidePublishing, { params, body: { approve: false, comment: 'Explain' } })
  expect(rejected.comments.map(({ text }) => text)).toEqual(['Why twice as much?', 'Explain'])
  expect(await codeOf(publish(person, isRight))).toBe('PUBLISH_CHECKS_FAILED')
  await change(locale)
  await editor.client.call(requestPublishing, { params, body: { note: 'Rates doubled by the board' } })
  expect((await person.client.call(decidePublishing, { params, body: { approve: true } })).state).toBe('approved')
  expect(await codeOf(change({ BookProperties: {} }))).toBe('APPROVAL_REQUIRED')
  await change({ releaseNote: 'Doubled' })
  expect((await publish(editor, isRight)).state).toBe('Active')
})

it('with four eyes, nobody changes alone what computes a published engine', async () => {
  const { person, editor, productId, serviceName, params } = await gated()
  const fourEyes = (isOn: boolean) =>
    person.client.call(savePublishRules, { params: { product: productId }, body: { fourEyes: isOn, testbedIds: [] } })
  const change = (who: SignedIn, body: { engineType?: 'Type2' | 'Type4'; connectorUrl?: string; isPublic?: boolean }) =>
    who.client.call(updateEngine, { params, body })
  await fourEyes(true)
  const connector = { engineType: 'Type4', connectorUrl: 'https://rates.example/run' } as const
  for (const who of [editor, person]) {
    expect(await codeOf(change(who, connector))).toBe('APPROVAL_REQUIRED')
    expect(await codeOf(change(who, { engineType: 'Type2' }))).toBe('APPROVAL_REQUIRED')
  }
  // Neither does the upload of a draft, whose type becomes that of all versions.
  const upload = (data: object) =>
    editor.client.call(startUpload, {
      params: { product: productId },
      body: { data: JSON.stringify({ serviceName, ...data }) },
      files: { file: { content: new Blob([Uint8Array.from(bytes)]), fileName: 'Motor.xlsx' } },
    })
  const bytes = await workbookFile(premiumWorkbook())
  expect(await codeOf(upload({ engineType: 'Type2' }))).toBe('APPROVAL_REQUIRED')
  await upload({ engineType: 'Type1' })
  await change(editor, { isPublic: true })
  await fourEyes(false)
  await change(editor, connector)
  await fourEyes(true)
  expect(await codeOf(change(editor, { connectorUrl: 'https://other.example/run' }))).toBe('APPROVAL_REQUIRED')
  await change(editor, connector)
  expect(await person.client.call(getEngine, { params })).toMatchObject(connector)

  // What is under review stays too; before that, nobody relies on it.
  const own = await premiumEngine(server(), person, { productId, serviceName: 'New', state: 'Draft' })
  const draft = { product: productId, engine: own.engineId }
  await editor.client.call(updateEngine, { params: draft, body: { engineType: 'Type2' } })
  await editor.client.call(requestPublishing, { params: { ...draft, version: own.versionId }, body: { note: 'New' } })
  expect(await codeOf(editor.client.call(updateEngine, { params: draft, body: connector }))).toBe('APPROVAL_REQUIRED')
})

it('a restored version is published only as any other: it stays a draft if a rule of the product stops it', async () => {
  const { person, editor, productId, engineId, params, publish } = await gated()
  await publish(editor, isRight)
  const restore = () => editor.client.call(restoreVersion, { params: { ...params, version: '1.0.0' } })
  const rules = (body: { fourEyes: boolean; testbedIds: string[] }) =>
    person.client.call(savePublishRules, { params: { product: productId }, body })
  // That other results come back is what it is restored for.
  expect((await restore()).state).toBe('Active')
  await rules({ fourEyes: true, testbedIds: [] })
  const restored = await restore()
  expect(restored).toMatchObject({ state: 'Draft', publishedAt: null, restoredFrom: '1.0.0' })
  const version = { ...params, version: restored.id }
  await editor.client.call(requestPublishing, { params: version, body: { note: 'The old rates' } })
  await person.client.call(decidePublishing, { params: version, body: { approve: true } })
  const body = { version: restored.id, acknowledge: isRight }
  expect((await editor.client.call(publishEngine, { params, body })).state).toBe('Active')

  const { testbedId } = await uploaded(person, engineId, ['Age,Sum,Expected: Premium', '40,1000,10'])
  await rules({ fourEyes: false, testbedIds: [testbedId] })
  expect((await restore()).state).toBe('Draft')
})

it('a test bed that publishing requires demands less only if those who manage the product want it', async () => {
  const { person, editor, engineId, productId } = await gated()
  const { testbedId, testbedVersionId } = await uploaded(person, engineId, ['Age,Sum,Expected: Premium', '40,1000,20'])
  const rules = { fourEyes: false, testbedIds: [testbedId] }
  await person.client.call(savePublishRules, { params: { product: productId }, body: rules })
  const tolerances = { Premium: { absolute: 1000, relative: 1 } }
  const added = { name: 'Young', weight: 1, segment: '', inputs: { Age: 20, Sum: 1000 }, expected: { Premium: 20 } }
  const save = (who: SignedIn, version: string, cases: object) =>
    who.client.call(saveTestCases, {
      params: { testbed: testbedId },
      body: { testbedVersionId: version, changed: [], added: [], removed: [], note: '', ...cases },
    })
  const refused = [
    () => save(editor, testbedVersionId, { removed: [1] }),
    () => save(editor, testbedVersionId, { changed: [{ ...added, number: 1 }] }),
    () => editor.client.call(uploadTestBed, { body: { testbedId }, files: csv(['Age,Sum', '40,1000']) }),
    () => editor.client.call(saveTestBed, { body: { testbedId, name: 'Cases', tolerances } }),
    () => editor.client.call(generateTestCases, { body: { testbedId, engineId, method: 'random', count: 1, seed: 1 } }),
    () => editor.client.call(deleteTestBed, { params: { testbed: testbedId } }),
  ]
  for (const call of refused) expect(await codeOf(call())).toBe('TESTBED_REQUIRED')
  await editor.client.call(saveTestBed, { body: { testbedId, name: 'Motor' } })
  const { id } = await save(editor, testbedVersionId, { added: [added] })
  await save(person, id, { removed: [1] })
  await person.client.call(saveTestBed, { body: { testbedId, name: 'Motor', tolerances } })
  await person.client.call(savePublishRules, {
    params: { product: productId },
    body: { fourEyes: false, testbedIds: [] },
  })
  await editor.client.call(deleteTestBed, { params: { testbed: testbedId } })
})

it('with four eyes, nobody alone puts a version back into use or changes when it serves', async () => {
  const { person, editor, engineId, productId, params, address } = await gated()
  const rules = (body: { fourEyes: boolean; testbedIds: string[] }) =>
    person.client.call(savePublishRules, { params: { product: productId }, body })
  const set = (who: SignedIn, state: 'Active' | 'Inactive', acknowledge?: typeof isRight | typeof overridden) =>
    who.client.call(setVersionState, { params: { ...params, version: '1.0.0' }, body: { state, acknowledge } })
  const dates = (version: string, body: { effectiveStartDate?: string; effectiveEndDate?: string }) =>
    editor.client.call(updateEngine, { params, body: { Version: version, ...body } })
  await rules({ fourEyes: true, testbedIds: [] })

  // Whoever finds a fault takes the version out of use at once; back it comes by an approved draft.
  expect((await set(editor, 'Inactive')).state).toBe('Inactive')
  for (const who of [editor, person]) expect(await codeOf(set(who, 'Active'))).toBe('APPROVAL_REQUIRED')

  expect(await codeOf(dates('1.0.0', { effectiveEndDate: '2031-01-01' }))).toBe('APPROVAL_REQUIRED')
  const { version: before } = await dates(address.version, { effectiveStartDate: '2026-01-01' })
  expect(before.effectiveStartDate).toBe('2026-01-01T00:00:00.000Z')
  await editor.client.call(requestPublishing, { params: address, body: { note: 'From January' } })
  expect(await codeOf(dates(address.version, { effectiveStartDate: '2025-01-01' }))).toBe('APPROVAL_REQUIRED')
  await person.client.call(decidePublishing, { params: address, body: { approve: true } })
  const publishFrom = (effectiveStartDate: string) =>
    editor.client.call(publishEngine, {
      params,
      body: { version: address.version, releaseNote: 'New rates', effectiveStartDate },
    })
  expect(await codeOf(publishFrom('2025-01-01'))).toBe('APPROVAL_REQUIRED')
  expect((await publishFrom('2026-01-01')).state).toBe('Active')

  // Without approval, required test beds still count.
  const { testbedId } = await uploaded(person, engineId, ['Age,Sum,Expected: Premium', '40,1000,10'])
  await rules({ fourEyes: false, testbedIds: [testbedId] })
  expect(await codeOf(set(editor, 'Active'))).toBe('PUBLISH_CHECKS_FAILED')
  expect(await codeOf(set(editor, 'Active', overridden))).toBe('PERMISSION_DENIED')
  await ran(server(), person, { testbedId, version: '1.0.0' })
  expect((await set(editor, 'Active')).state).toBe('Active')
  await dates('1.0.0', { effectiveEndDate: '2031-01-01' })
})

it('a required test bed passes only with its present tolerances, on a version as it is now', async () => {
  const { person, editor, engineId, productId, params, address, publish } = await gated()
  const { testbedId } = await uploaded(editor, engineId, ['Age,Sum,Expected: Premium', '40,1000,20'])
  const loose = { Premium: { absolute: 1000, relative: 1 } }
  const tolerate = (tolerances: Partial<typeof loose>) =>
    editor.client.call(saveTestBed, { body: { testbedId, name: 'Cases', tolerances } })
  const run = () => ran(server(), editor, { testbedId, version: address.version })
  const change = (body: object) =>
    editor.client.call(updateEngine, { params, body: { Version: address.version, ...body } })
  await tolerate(loose)
  await run()
  await tolerate({})
  await person.client.call(savePublishRules, {
    params: { product: productId },
    body: { fourEyes: false, testbedIds: [testbedId] },
  })
  expect(await codeOf(publish(editor, isRight))).toBe('PUBLISH_CHECKS_FAILED')
  const changes = [{ BookProperties: { locale: 'de-DE' } }, { engineType: 'Type2' }]
  for (const each of changes) {
    await run()
    await change(each)
    expect(await codeOf(publish(editor, isRight))).toBe('PUBLISH_CHECKS_FAILED')
  }
  await run()
  await change({ releaseNote: 'New rates', effectiveStartDate: '2026-01-01', engineType: 'Type2' })
  expect((await publish(editor, isRight)).state).toBe('Active')
})

it('of several requests, and several decisions, at the same time one counts', async () => {
  const { person, editor, productId, address: params } = await gated()
  await person.client.call(savePublishRules, {
    params: { product: productId },
    body: { fourEyes: true, testbedIds: [] },
  })
  const codes = (calls: readonly Promise<unknown>[]) =>
    Promise.all(
      calls.map((each) =>
        each.then(
          () => 'done',
          (error: unknown) => (error as ApiError).code,
        ),
      ),
    )
  const requests = Array.from({ length: 4 }, () =>
    editor.client.call(requestPublishing, { params, body: { note: 'New rates' } }),
  )
  expect((await codes(requests)).toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', 'done'])
  const decisions = [true, false, true, false].map((approve) =>
    person.client.call(decidePublishing, { params, body: { approve } }),
  )
  expect((await codes(decisions)).toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', 'done'])
})

it('a change of a draft that waits while it is published is refused', async () => {
  const { person, editor, engineId, params, address } = await gated()
  const { db } = server().services
  const waits = async () =>
    db.inTenant(person.tenantId, async (tx) => {
      const { rows } = await tx.q.execute(
        sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    })
  const body = { Version: address.version, BookProperties: { locale: 'de-DE' } }
  const change = await db.inTenant(person.tenantId, async (tx) => {
    await storeEngine(tx, engineId)
    await updateVersion(tx, address.version, { state: 'Active', publishedBy: person.userId })
    const answer = codeOf(editor.client.call(updateEngine, { params, body }))
    while (!(await waits()));
    return { answer }
  })
  expect(await change.answer).toBe('CONFLICT')
})
