import { getCall } from '@sheetwright/contract/call-log/get-call.ts'
import { listCalls } from '@sheetwright/contract/call-log/list-calls.ts'
import { downloadEngine } from '@sheetwright/contract/engines/download-engine.ts'
import { downloadOriginal } from '@sheetwright/contract/engines/download-original.ts'
import { updateEngine } from '@sheetwright/contract/engines/update-engine.ts'
import { createApiKey } from '@sheetwright/contract/api-keys/create-api-key.ts'
import { createClient } from '@sheetwright/contract/client.ts'
import { downloadOutputFile } from '@sheetwright/contract/execution/download-output-file.ts'
import { downloadOutput } from '@sheetwright/contract/execution/download-output.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { setEntityPermissions } from '@sheetwright/contract/permissions/set-entity-permissions.ts'
import { cloneProduct } from '@sheetwright/contract/products/clone-product.ts'
import { setVersionState } from '@sheetwright/contract/engines/set-version-state.ts'
import { getTenantSettings } from '@sheetwright/contract/tenants/get-tenant-settings.ts'
import { saveTenantSettings } from '@sheetwright/contract/tenants/save-tenant-settings.ts'
import { createLinkResource } from '@sheetwright/contract/visitors/create-link-resource.ts'
import { expect, it } from 'vitest'
import { codeOf } from './code-of.ts'
import { type Author, newAuthor, premiumWorkbook, upload, useEngineServer } from './engine-server.ts'

const server = useEngineServer()
const body = { request_data: { inputs: { Age: 40, Sum: 1000 } } }

async function withViewer(author: Author) {
  const viewer = await server().signIn({ tenant: author })
  await author.client.call(setEntityPermissions, {
    params: { entityType: 'product', entityId: author.product },
    body: { principals: [{ principal: { type: 'user', id: viewer.userId }, level: 'view' }] },
  })
  return viewer
}

it('hands workbook and program to those who edit, to viewers only where the engine says so, and shows them their own calls', async () => {
  const author = await newAuthor(server())
  await upload(author, premiumWorkbook(), { data: { publish: true } })
  const viewer = await withViewer(author)
  const params = { product: author.product, engine: 'premium' }
  const version = { ...params, version: '1.0.0' }
  const foreign = await author.client.call(executeEngine, { params, body })
  const own = await viewer.client.call(executeEngine, { params, body })

  const waysOut = [
    () => viewer.client.call(downloadOriginal, { params: version }),
    () => viewer.client.call(downloadEngine, { params: version }),
    () => viewer.client.call(downloadOutput, { params, body }),
    () => viewer.client.call(cloneProduct, { params: { product: author.product }, body: { name: 'Copy' } }),
  ]
  for (const leave of waysOut) expect(await codeOf(leave())).toBe('PERMISSION_DENIED')
  await author.client.call(downloadOriginal, { params: version })

  const calls = await viewer.client.call(listCalls, { params: { ...params, purpose: 'All' }, body: {} })
  expect(calls.items.map(({ id }) => id)).toEqual([own.callId])
  expect(await codeOf(viewer.client.call(getCall, { params: { ...params, call: foreign.callId } }))).toBe(
    'CALL_NOT_FOUND',
  )
  const all = await author.client.call(listCalls, { params: { ...params, purpose: 'All' }, body: {} })
  expect(all.items.map(({ id }) => id).toSorted()).toEqual([own.callId, foreign.callId].toSorted())

  await author.client.call(updateEngine, { params, body: { mayLeave: true } })
  for (const leave of waysOut) await leave()
})

it('hands files made of a calculation to their caller and to those who edit, like the call in the log', async () => {
  const author = await newAuthor(server())
  await upload(author, premiumWorkbook(), { data: { publish: true } })
  const params = { product: author.product, engine: 'premium' }
  await author.client.call(updateEngine, { params, body: { mayLeave: true } })
  const viewer = await withViewer(author)
  const other = await server().signIn({ tenant: author })
  await author.client.call(setEntityPermissions, {
    params: { entityType: 'product', entityId: author.product },
    body: {
      principals: [viewer, other].map(({ userId: id }) => ({
        principal: { type: 'user' as const, id },
        level: 'view' as const,
      })),
    },
  })
  const { key } = await author.client.call(createApiKey, {
    body: { name: 'Portal', group: 'supervisor:pf', scopes: ['execute'] },
  })
  const portal = createClient({
    baseUrl: server().origin,
    headers: () => ({ 'x-synthetic-key': key, 'x-tenant-name': author.tenantName }),
  })
  const made = async ({ client }: Pick<Author, 'client'>) =>
    (await client.call(downloadOutput, { params, body })).url.split('/').at(-1) as string
  const take = ({ client }: Pick<Author, 'client'>, output: string) =>
    client.call(downloadOutputFile, { params: { ...params, output } })
  const ofViewer = await made(viewer)
  for (const who of [viewer, author]) expect((await take(who, ofViewer)).fileName).toMatch(/xlsx$/)
  expect(await codeOf(take(other, ofViewer))).toBe('FILE_NOT_FOUND')
  const ofPortal = await made({ client: portal })
  for (const who of [{ client: portal }, author]) expect((await take(who, ofPortal)).fileName).toMatch(/xlsx$/)
  for (const who of [viewer, other]) expect(await codeOf(take(who, ofPortal))).toBe('FILE_NOT_FOUND')
  expect(await codeOf(take(viewer, await made(author)))).toBe('FILE_NOT_FOUND')
})

it('keeps the correlation id of callers that are refused, and logs the refusal with its engine', async () => {
  const author = await newAuthor(server())
  await upload(author, premiumWorkbook(), { data: { publish: true } })
  const params = { product: author.product, engine: 'premium' }
  const send = async (path: string, sent: unknown) => {
    const headers = { ...author.headers, 'content-type': 'application/json' }
    const answer = await fetch(server().origin + path, { method: 'POST', headers, body: JSON.stringify(sent) })
    return (await answer.json()) as Record<string, Record<string, unknown>>
  }
  const v1 = `/api/v1/product/${author.product}/engines/Execute/premium`
  const v3 = `/${author.tenantName}/api/v3/folders/${author.product}/services/premium/execute`
  const meta = (correlation_id: string) => ({ request_meta: { correlation_id } })
  expect(await send(v1, { ...body, ...meta('case 1') })).toMatchObject({ status: 'Success', correlationId: 'case 1' })
  const refused = { request_data: { inputs: { Age: 'old' } }, ...meta('case 2') }
  expect(await send(v1, refused)).toMatchObject({ errorCode: 'INVALID_INPUT', correlationId: 'case 2' })
  expect(await send(v3, refused)).toMatchObject({ status: 'Error', response_meta: { correlation_id: 'case 2' } })
  await author.client.call(setVersionState, { params: { ...params, version: '1.0.0' }, body: { state: 'Inactive' } })
  expect(await send(v3, { ...body, ...meta('case 3') })).toMatchObject({
    errorCode: 'NO_ACTIVE_VERSION',
    response_meta: { correlation_id: 'case 3' },
  })
  const batch = `/${author.tenantName}/api/v4/execute`
  const service = `${author.product}/premium`
  expect(await send(batch, { service, inputs: [{}], correlation_id: 'case 4' })).toMatchObject({
    correlationId: 'case 4',
  })
  const { items } = await author.client.call(listCalls, { params: { ...params, purpose: 'All' }, body: {} })
  const kept = items.map(({ correlationId, hasErrors, versionId }) => [correlationId, hasErrors, versionId === null])
  expect(kept.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))).toEqual([
    ['case 1', false, false],
    ['case 2', true, false],
    ['case 2', true, false],
    ['case 3', true, true],
    ['case 4', true, true],
  ])
})

it('makes links to published engines alone, and public calls once the tenant allows them', async () => {
  const author = await newAuthor(server())
  await upload(author, premiumWorkbook())
  const link = { product: author.product, serviceName: 'premium' }
  expect(await codeOf(author.client.call(createLinkResource, { body: link }))).toBe('NO_ACTIVE_VERSION')
  const params = { product: author.product, engine: 'premium' }
  await author.client.call(setVersionState, { params: { ...params, version: '1.0.0' }, body: { state: 'Active' } })
  await author.client.call(createLinkResource, { body: link })

  await author.client.call(updateEngine, { params, body: { isPublic: true } })
  const open = async () => {
    const path = `/${author.tenantName}/api/v3/public/folders/${author.product}/services/premium/execute`
    const headers = { 'content-type': 'application/json' }
    return (await fetch(server().origin + path, { method: 'POST', headers, body: JSON.stringify(body) })).status
  }
  expect(await open()).toBe(404)
  expect(await author.client.call(getTenantSettings, {})).toMatchObject({ allowsPublicEngines: false })
  await author.client.call(saveTenantSettings, { body: { allowsPublicEngines: true } })
  expect(await open()).toBe(200)
  await author.client.call(saveTenantSettings, { body: { allowsPublicEngines: false } })
  expect(await open()).toBe(404)
})
