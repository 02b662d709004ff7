import { getVersions } from '@sheetwright/contract/engines/get-versions.ts'
import { setVersionState } from '@sheetwright/contract/engines/set-version-state.ts'
import { updateEngine } from '@sheetwright/contract/engines/update-engine.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { createSection } from '@sheetwright/contract/documents/create-section.ts'
import { listDocuments } from '@sheetwright/contract/documents/list-documents.ts'
import { setEntityPermissions } from '@sheetwright/contract/permissions/set-entity-permissions.ts'
import { cloneProduct } from '@sheetwright/contract/products/clone-product.ts'
import { updateProduct } from '@sheetwright/contract/products/update-product.ts'
import { saveCategory } from '@sheetwright/contract/categories/save-category.ts'
import { getProduct } from '@sheetwright/contract/products/get-product.ts'
import { listUserActions } from '@sheetwright/contract/products/list-user-actions.ts'
import { expect, it } from 'vitest'
import { upload as addDocument } from '../documents/people.ts'
import { newAuthor, premiumWorkbook, upload, useEngineServer, withNewRates } from '../engines/engine-server.ts'

const server = useEngineServer()

it('a copy has the sections, documents and engines of its original, and goes its own way afterwards', async () => {
  const author = await newAuthor(server())
  const { client, product } = author
  await client.call(createSection, { params: { product }, body: { name: 'Filings', position: 1, fileTypes: ['PDF'] } })
  await addDocument(author, product, { name: 'a.pdf', content: '%PDF-1.4 one' }, { DocumentType: 'Filings' })
  await addDocument(author, product, { name: 'a.pdf', content: '%PDF-1.4 two' }, { DocumentType: 'Filings' })
  await upload(author, premiumWorkbook(), { data: { publish: true } })
  const copy = await client.call(cloneProduct, { params: { product }, body: { name: 'Copy' } })
  expect(copy).toMatchObject({ jobId: null, calculationEngines: { count: 1 } })
  const run = (address: string) =>
    client.call(executeEngine, {
      params: { product: address, engine: 'premium' },
      body: { request_data: { inputs: { Age: 20, Sum: 1000 } } },
    })
  expect((await run('Copy')).xOutput).toEqual((await run(product)).xOutput)
  const { items } = await client.call(listDocuments, { params: { product: 'Copy' }, body: {} })
  expect(items).toMatchObject([{ fileName: 'a.pdf', version: 2, documentType: 'Filings' }])
  const { sections } = await client.call(getProduct, { params: { product: 'Copy' }, query: {} })
  expect(sections[0]).toMatchObject({ name: 'Filings', position: 1 })

  await upload({ ...author, product: copy.id }, premiumWorkbook({ rate: 0.5 }), {
    data: { publish: true, releaseNote: 'Dearer', acknowledge: withNewRates },
  })
  expect((await run(product)).xOutput).toEqual({ Premium: 20 })
  expect((await run('Copy')).xOutput).toEqual({ Premium: 1000 })

  // Actions on engines are part of their product's history, and of no other.
  const history = async (address: string) => {
    const { items: actions } = await client.call(listUserActions, { params: { product: address } })
    return actions.map(({ action, subject }) => [action, subject])
  }
  expect(await history('Copy')).toEqual([
    ['engine.publish', 'premium 2.0.0'],
    ['engine.upload', 'premium 2.0.0'],
    ['product.clone', null],
  ])
  expect(await history(product)).toContainEqual(['engine.upload', 'premium 1.0.0'])
})

it('a copy has every field of its original but those that are its own', async () => {
  const author = await newAuthor(server())
  const { client, product } = author
  const summary = '<p>All about <strong>cars</strong></p>'
  const fields = { description: 'Cars', summary, startDate: '2026-01-01', launchDate: '2026-12-31', category: ['Auto'] }
  await client.call(saveCategory, { body: { key: 'Auto', value: 'Auto', icon: 'car' } })
  await client.call(updateProduct, { params: { product }, body: fields })
  await client.call(cloneProduct, { params: { product }, body: { name: 'Copy' } })
  const read = async (address: string) => {
    const detail = await client.call(getProduct, { params: { product: address }, query: {} })
    const ofItsOwn = { id: '', name: '', createdAt: '', updatedAt: '', isStarred: false }
    return { ...detail, ...ofItsOwn, sections: detail.sections.map((section) => ({ ...section, id: '' })) }
  }
  const original = await read(product)
  expect(original).toMatchObject({ ...fields, category: ['Auto'] })
  expect(await read('Copy')).toEqual(original)
})

it('does not show drafts to those who may only view the original', async () => {
  const author = await newAuthor(server())
  const { client, product } = author
  await upload(author, premiumWorkbook(), { data: { publish: true } })
  await upload(author, premiumWorkbook({ rate: 0.3 }))
  const { versionId: version } = await upload(author, premiumWorkbook({ rate: 0.4 }), {
    data: { publish: true, releaseNote: 'A mistake', acknowledge: withNewRates },
  })
  const engine = { product, engine: 'premium' }
  for (const state of ['Inactive', 'Archived'] as const) {
    await client.call(setVersionState, { params: { ...engine, version }, body: { state } })
  }
  const viewer = await server().signIn({ tenant: author })
  await client.call(setEntityPermissions, {
    params: { entityType: 'product', entityId: product },
    body: { principals: [{ principal: { type: 'user', id: viewer.userId }, level: 'view' }] },
  })
  await client.call(updateEngine, { params: engine, body: { mayLeave: true } })
  await viewer.client.call(cloneProduct, { params: { product }, body: { name: 'Copy of a viewer' } })
  const params = { product: 'Copy of a viewer', engine: 'premium' }
  const versions = await viewer.client.call(getVersions, { params, query: { archived: 'true' } })
  expect(versions.items.map(({ revision }) => revision)).toEqual(['1.0.0'])
})
