import { listUserActions } from '@sheetwright/contract/products/list-user-actions.ts'
import { getPublishChecks } from '@sheetwright/contract/engines/get-publish-checks.ts'
import { getParity } from '@sheetwright/contract/engines/get-parity.ts'
import { updateEngine } from '@sheetwright/contract/engines/update-engine.ts'
import { publishEngine } from '@sheetwright/contract/engines/publish-engine.ts'
import { setVersionState } from '@sheetwright/contract/engines/set-version-state.ts'
import type { PublishCheck } from '@sheetwright/contract/engines/publish-checks.ts'
import { expect, it } from 'vitest'
import { codeOf } from './code-of.ts'
import { type Author, newAuthor, premiumWorkbook, upload, useEngineServer } from './engine-server.ts'

const server = useEngineServer()

async function failedChecks(author: Author, version: string): Promise<Record<string, PublishCheck>> {
  const params = { product: author.product, engine: 'premium', version }
  const { items } = await author.client.call(getPublishChecks, { params })
  return Object.fromEntries(items.filter(({ outcome }) => outcome !== 'passed').map((check) => [check.code, check]))
}

it('publishes a version that passes every check without a word', async () => {
  const author = await newAuthor(server())
  const { versionId } = await upload(author, premiumWorkbook())
  expect(await failedChecks(author, versionId)).toEqual({})
  const params = { product: author.product, engine: 'premium' }
  expect((await author.client.call(publishEngine, { params, body: {} })).state).toBe('Active')
})

it('asks for a reason before it publishes failing outputs and differing cells, and keeps the reason', async () => {
  const author = await newAuthor(server())
  const broken = premiumWorkbook({
    savedPremium: 999,
    cells: { B5: { formula: '=1/0', saved: 1 } },
    names: [{ name: 'Xoutput_Ratio', refersTo: 'Premium!$B$5' }],
  })
  const uploaded = await upload(author, broken, { data: { publish: true } })
  expect(uploaded.state).toBe('Draft')
  expect(uploaded.warnings.find(({ key }) => key === 'NOT_PUBLISHED')?.value).toContain('OUTPUTS_FAIL')

  const failed = await failedChecks(author, uploaded.versionId)
  expect(Object.keys(failed)).toEqual(['PROOF_DIFFERS', 'OUTPUTS_FAIL'])
  expect(failed['PROOF_DIFFERS']).toMatchObject({ outcome: 'failed', count: 2 })
  expect(failed['OUTPUTS_FAIL']?.findings).toEqual([
    { name: 'Ratio', before: null, after: expect.stringContaining('#DIV/0!') },
  ])

  const params = { product: author.product, engine: 'premium' }
  expect(await codeOf(author.client.call(publishEngine, { params, body: {} }))).toBe('PUBLISH_CHECKS_FAILED')
  const partly = { codes: ['PROOF_DIFFERS' as const], reason: 'Rounding' }
  expect(await codeOf(author.client.call(publishEngine, { params, body: { acknowledge: partly } }))).toBe(
    'PUBLISH_CHECKS_FAILED',
  )
  const toActive = { params: { ...params, version: uploaded.versionId }, body: { state: 'Active' as const } }
  expect(await codeOf(author.client.call(setVersionState, toActive))).toBe('PUBLISH_CHECKS_FAILED')
  const acknowledge = { codes: ['PROOF_DIFFERS' as const, 'OUTPUTS_FAIL' as const], reason: 'Ratio is not used yet' }
  const published = await author.client.call(publishEngine, { params, body: { acknowledge } })
  expect(published.state).toBe('Active')

  const { items } = await author.client.call(listUserActions, { params: { product: author.product }, body: {} })
  expect(JSON.stringify(items)).toContain('Ratio is not used yet')
})

it('tells what changes for callers of the version in use', async () => {
  const author = await newAuthor(server())
  await upload(author, premiumWorkbook(), { data: { publish: true } })
  const without = premiumWorkbook({ rate: 0.02 })
  const names = without.names?.filter(({ name }) => name !== 'Xinput_Sum') ?? []
  const { versionId } = await upload(author, { ...without, names })
  const failed = await failedChecks(author, versionId)
  expect(failed['INTERFACE_BREAKS']?.findings).toEqual([{ name: 'Sum', before: 'number', after: null }])
  expect(failed['RESULTS_CHANGE']?.findings).toEqual([{ name: 'Premium', before: '100', after: '200' }])
})

it('does not take a file without saved values for proven', async () => {
  const author = await newAuthor(server())
  const workbook = premiumWorkbook({ cells: { B4: { formula: '=B2*B3*IF(B1<25,2,1)' } } })
  const { versionId, parity } = await upload(author, workbook)
  expect(parity.verdict).toBe('not proven')
  expect(Object.keys(await failedChecks(author, versionId))).toEqual(['PROOF_MISSING'])
})

it('does not take a version for proven in other regional settings than its cells were compared in', async () => {
  const author = await newAuthor(server())
  const { versionId } = await upload(author, premiumWorkbook())
  const params = { product: author.product, engine: 'premium' }
  const setLocale = (locale: string) =>
    author.client.call(updateEngine, { params, body: { BookProperties: { Locale: locale } } })
  const parity = async () => (await author.client.call(getParity, { params: { ...params, version: versionId } })).parity
  await setLocale('en-US')
  expect(await failedChecks(author, versionId)).toEqual({})
  await setLocale('de-DE')
  expect((await failedChecks(author, versionId))['PROOF_LOCALE']).toMatchObject({
    outcome: 'failed',
    facts: { proven: 'en-US', computing: 'de-DE' },
  })
  expect(await parity()).toMatchObject({ locale: 'en-US', unprovenLocale: 'de-DE' })
  expect(await codeOf(author.client.call(publishEngine, { params, body: {} }))).toBe('PUBLISH_CHECKS_FAILED')

  await expect(setLocale('Germany')).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fieldErrors: [{ field: 'body.BookProperties.Locale', allowed: expect.stringContaining('de-DE') as unknown }],
  })
  const inNoZone = { params, body: { BookProperties: { timezone: 'Tokyo' } } }
  expect(await codeOf(author.client.call(updateEngine, inNoZone))).toBe('INVALID_INPUT')
})

it('takes back what the workbook itself gives as locale, known or not', async () => {
  const author = await newAuthor(server())
  const workbook = premiumWorkbook()
  const sheets = [...workbook.sheets, { name: 'Properties', cells: { A1: 'locale', B1: 'Germany' } }]
  await upload(author, { ...workbook, sheets })
  const params = { product: author.product, engine: 'premium' }
  const BookProperties = { locale: 'Germany', Owner: 'Pricing' }
  expect(await author.client.call(updateEngine, { params, body: { BookProperties } })).toMatchObject({
    properties: BookProperties,
  })
})
