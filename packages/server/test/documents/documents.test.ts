import { createSection } from '@sheetwright/contract/documents/create-section.ts'
import { deleteDocument } from '@sheetwright/contract/documents/delete-document.ts'
import { undeleteDocument } from '@sheetwright/contract/documents/undelete-document.ts'
import { downloadDocument } from '@sheetwright/contract/documents/download-document.ts'
import { getDocumentVersions } from '@sheetwright/contract/documents/get-document-versions.ts'
import { restoreDocumentVersion } from '@sheetwright/contract/documents/restore-document-version.ts'
import { listDocuments } from '@sheetwright/contract/documents/list-documents.ts'
import { listSections } from '@sheetwright/contract/documents/list-sections.ts'
import { moveDocument } from '@sheetwright/contract/documents/move-document.ts'
import { updateDocument } from '@sheetwright/contract/documents/update-document.ts'
import { updateDocumentMetadata } from '@sheetwright/contract/documents/update-document-metadata.ts'
import { setEntityPermissions } from '@sheetwright/contract/permissions/set-entity-permissions.ts'
import { listUserActions } from '@sheetwright/contract/products/list-user-actions.ts'
import { saveUserGroupSetting } from '@sheetwright/contract/user-groups/save-user-group-setting.ts'
import type { SentBody } from '@sheetwright/contract/call.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { purgeDeletedDocuments } from '../../src/features/documents/document.store.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'
import { codeOf, productOf, upload } from './people.ts'
import { pdfFile, wordFile } from './sample-files.ts'

const server = useTestServer()

type Search = NonNullable<NonNullable<SentBody<typeof listDocuments>>['search']>

const names = async ({ client }: SignedIn, product: string, search: Search = []) =>
  (await client.call(listDocuments, { params: { product }, body: { sort: 'fileName', search } })).items.map(
    ({ fileName }) => fileName,
  )

const read = async ({ client }: SignedIn, product: string, document: string, version?: number) => {
  const { blob } = await client.call(downloadDocument, {
    params: { product, document },
    query: version === undefined ? {} : { version },
  })
  return Buffer.from(await blob.arrayBuffer())
}

describe('a document', () => {
  it('is uploaded, found, read and kept from collection; the same name makes a version', async () => {
    const owner = await server().signIn()
    const product = await productOf(owner)
    const first = await upload(owner, product, { name: '商品案内.pdf', content: pdfFile('one') })
    expect(first).toMatchObject({ documentType: 'serviceDocumentation', fileType: 'PDF', version: 1, favorite: false })
    const second = await upload(owner, product, { name: '商品案内.PDF', content: pdfFile('two') })
    expect(second).toMatchObject({ id: first.id, version: 2, fileName: '商品案内.pdf' })
    expect(await read(owner, product, first.id)).toEqual(pdfFile('two'))
    expect(await read(owner, product, first.id, 1)).toEqual(pdfFile('one'))
    const { files } = server().services
    await files.collect(owner.tenantId, new Date(Date.now() + 60_000))
    expect(await read(owner, product, first.id, 1)).toEqual(pdfFile('one'))

    const restored = await owner.client.call(restoreDocumentVersion, {
      params: { product, document: first.id, version: 1 },
    })
    expect(restored.version).toBe(3)
    const versions = await owner.client.call(getDocumentVersions, { params: { product, document: first.id } })
    expect(versions.map(({ version, restoredFrom }) => [version, restoredFrom])).toEqual([
      [3, 1],
      [2, null],
      [1, null],
    ])
    expect(await codeOf(read(owner, product, first.id, 9))).toBe('FILE_NOT_FOUND')
  })

  it('uploaded many times at once under one name becomes one document with as many versions', async () => {
    const owner = await server().signIn()
    const product = await productOf(owner)
    await Promise.all(
      [1, 2, 3, 4, 5].map((n) => upload(owner, product, { name: 'same.pdf', content: pdfFile(String(n)) })),
    )
    const { items } = await owner.client.call(listDocuments, { params: { product }, body: {} })
    expect(items.map(({ version }) => version)).toEqual([5])
  })

  it('is downloaded in parts and named after itself', async () => {
    const owner = await server().signIn()
    const product = await productOf(owner)
    const { id, hash } = await upload(owner, product, {
      name: "Ken's 案内; x=1.pdf",
      content: pdfFile(),
    })
    const address = `${server().origin}/api/v1/product/${product}/documents/download/${id}`
    const part = await fetch(address, { headers: { ...owner.headers, range: 'bytes=1-3' } })
    expect([part.status, await part.text()]).toEqual([206, 'PDF'])
    const known = await fetch(address, { headers: { ...owner.headers, 'if-none-match': `"${hash}"` } })
    expect(known.status).toBe(304)
    expect(part.headers.get('content-disposition')).toMatch(/^attachment; /)
    expect(part.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('goes to a section that takes it, as the one it leaves does, and can take that one away', async () => {
    const owner = await server().signIn()
    const product = await productOf(owner)
    const { client } = owner
    const { id } = await upload(owner, product, { name: 'guide.docx', content: await wordFile('Guide') })
    const move = (documentType: string, deleteSourceSection = false) =>
      client.call(moveDocument, { params: { product, document: id }, body: { documentType, deleteSourceSection } })
    expect(await codeOf(move('serviceDocumentation'))).toBe('SAME_SECTION')
    expect(await codeOf(move('images'))).toBe('INVALID_FILE_TYPE')
    expect(await codeOf(move('nowhere'))).toBe('SECTION_NOT_FOUND')
    expect((await move('brochure')).document.documentType).toBe('brochure')
    await upload(owner, product, { name: 'GUIDE.docx', content: await wordFile('Other') })
    expect(await codeOf(move('serviceDocumentation'))).toBe('DOCUMENT_ALREADY_EXISTS')
    await client.call(createSection, { params: { product }, body: { name: 'Terms' } })
    expect(await move('Terms', true)).toMatchObject({
      sourceSectionDeleted: true,
      document: { documentType: 'Terms', fileName: 'guide.docx' },
    })
    const left = (await client.call(listSections, { params: { product } })).map(({ name }) => name)
    expect(left).toEqual(['serviceDocumentation', 'images', 'Terms'])
  })

  it('does not take the section away while something else is in it', async () => {
    const owner = await server().signIn()
    const product = await productOf(owner)
    const { id } = await upload(owner, product, { name: 'a.pdf', content: pdfFile() })
    await upload(owner, product, { name: 'b.pdf', content: pdfFile() })
    const moved = await owner.client.call(moveDocument, {
      params: { product, document: id },
      body: { documentType: 'brochure', deleteSourceSection: true },
    })
    expect(moved.sourceSectionDeleted).toBe(false)
  })

  it('is searched by name and by what was noted, listed in pages of 20, and marked by each person for themselves', async () => {
    const owner = await server().signIn()
    const product = await productOf(owner)
    await upload(owner, product, { name: 'Tarif 100%.pdf', content: pdfFile() }, { Metadata: '{"Author":"Sato Ken"}' })
    for (let n = 1; n <= 21; n++) await upload(owner, product, { name: `plan ${n}.pdf`, content: pdfFile() })
    const all = await owner.client.call(listDocuments, { params: { product }, body: {} })
    expect([all.items.length, all.count]).toEqual([20, 22])
    expect(await names(owner, product, [{ field: 'fileName_co', value: '0%' }])).toEqual(['Tarif 100%.pdf'])
    expect(await names(owner, product, [{ field: 'text_co', value: 'sato' }])).toEqual(['Tarif 100%.pdf'])
    expect(await names(owner, product, [{ field: 'documentType', value: 'brochure' }])).toEqual([])
    const inOrder = await names(owner, product, [{ field: 'fileName_co', value: 'plan' }])
    expect(inOrder.slice(0, 3)).toEqual(['plan 1.pdf', 'plan 2.pdf', 'plan 3.pdf'])
    const document = all.items[0]?.id ?? ''
    await owner.client.call(updateDocument, { params: { product, document }, body: { favorite: true } })
    expect(await names(owner, product, [{ field: 'isstarred', value: true }])).toEqual([all.items[0]?.fileName])
    const supervisor = await server().signIn({ tenant: owner, groups: ['supervisor:pf'] })
    expect(await names(supervisor, product, [{ field: 'isstarred', value: true }])).toEqual([])
  })

  it('is renamed but keeps its extension, and its notes are not overwritten by somebody who saw older ones', async () => {
    const owner = await server().signIn()
    const product = await productOf(owner)
    const made = await upload(owner, product, { name: 'old.pdf', content: pdfFile() })
    const params = { product, document: made.id }
    const rename = (fileName: string) => owner.client.call(updateDocument, { params, body: { fileName } })
    expect(await codeOf(rename('new.html'))).toBe('INVALID_FILE_TYPE')
    expect((await rename('new.pdf')).fileName).toBe('new.pdf')
    const note = (updatedAt: string) =>
      owner.client.call(updateDocumentMetadata, { params, body: { metadata: { Status: 'final' }, updatedAt } })
    expect(await codeOf(note(made.updatedAt))).toBe('CONFLICT')
    const { items } = await owner.client.call(listDocuments, { params: { product }, body: {} })
    expect((await note(items[0]?.updatedAt ?? '')).metadata).toEqual({ Status: 'final' })
  })

  it('is deleted, brought back, and removed for good after 30 days', async () => {
    const owner = await server().signIn()
    const product = await productOf(owner)
    const { id } = await upload(owner, product, { name: 'gone.pdf', content: pdfFile() })
    const params = { product, document: id }
    await owner.client.call(deleteDocument, { params })
    expect(await names(owner, product)).toEqual([])
    expect(await codeOf(read(owner, product, id))).toBe('DOCUMENT_NOT_FOUND')
    await upload(owner, product, { name: 'gone.pdf', content: pdfFile('new') })
    expect(await codeOf(owner.client.call(undeleteDocument, { params }))).toBe('DOCUMENT_ALREADY_EXISTS')
    const { db } = server().services
    await db.inTenant(owner.tenantId, async (tx) => {
      await tx.q.execute(sql`UPDATE product_documents SET deleted_at = now() - interval '31 days' WHERE id = ${id}`)
      expect(await purgeDeletedDocuments(tx)).toBe(1)
    })
    expect(await codeOf(owner.client.call(undeleteDocument, { params }))).toBe('DOCUMENT_NOT_FOUND')
  })

  it('shows in what was done to the product, and reaches open pages', async () => {
    const owner = await server().signIn()
    const product = await productOf(owner)
    const heard: string[] = []
    const stop = server().services.events.subscribe({
      tenantId: owner.tenantId,
      userId: owner.userId,
      deliver: ({ type, id }) => {
        if (type === 'document.changed') heard.push(id)
      },
      onGap: () => undefined,
    })
    const { id } = await upload(owner, product, { name: 'told.pdf', content: pdfFile() })
    await owner.client.call(moveDocument, {
      params: { product, document: id },
      body: { documentType: 'brochure' },
    })
    await expect.poll(() => heard).toEqual([product, product])
    stop()
    const { items } = await owner.client.call(listUserActions, { params: { product }, body: {} })
    expect(items.map(({ action, subject, changes }) => [action, subject, changes])).toEqual([
      ['document.move', 'told.pdf', [{ field: 'section', before: 'serviceDocumentation', after: 'brochure' }]],
      ['document.add', 'told.pdf', []],
      ['product.create', null, []],
    ])
  })
})

describe('who may', () => {
  it('view a product reads and marks its documents, and changes nothing', async () => {
    const owner = await server().signIn()
    const product = await productOf(owner)
    const { id } = await upload(owner, product, { name: 'shared.pdf', content: pdfFile() })
    const reader = await server().signIn({ tenant: owner })
    expect(await codeOf(read(reader, product, id))).toBe('DOCUMENT_NOT_FOUND')
    await owner.client.call(setEntityPermissions, {
      params: { entityType: 'product', entityId: product },
      body: { principals: [{ principal: { type: 'user', id: reader.userId }, level: 'view' }] },
    })
    const params = { product, document: id }
    expect(await read(reader, product, id)).toEqual(pdfFile())
    expect((await reader.client.call(updateDocument, { params, body: { favorite: true } })).favorite).toBe(true)
    const refused = [
      upload(reader, product, { name: 'x.pdf', content: pdfFile() }),
      reader.client.call(updateDocument, { params, body: { fileName: 'y.pdf' } }),
      reader.client.call(updateDocumentMetadata, { params, body: { metadata: {} } }),
      reader.client.call(moveDocument, { params, body: { documentType: 'brochure' } }),
      reader.client.call(deleteDocument, { params }),
      reader.client.call(createSection, { params: { product }, body: { name: 'Mine' } }),
      reader.client.call(listDocuments, {
        params: { product },
        body: { search: [{ field: 'isdeleted', value: true }] },
      }),
    ]
    expect(await Promise.all(refused.map(codeOf))).toEqual(refused.map(() => 'PERMISSION_DENIED'))
  })

  it('add brochures and documentation is for the rules of their groups to say, also by moving', async () => {
    const supervisor = await server().signIn({ groups: ['supervisor:pf'] })
    const bound = await server().signIn({ tenant: supervisor, groups: ['user:pf.bound'] })
    await supervisor.client.call(saveUserGroupSetting, {
      body: {
        userGroup: 'user:pf.bound',
        moduleRules: [{ moduleName: 'ProductDocument', rules: [{ ruleName: 'AddBrochure', ruleValue: false }] }],
      },
    })
    const product = await productOf(bound)
    const file = { name: 'leaflet.pdf', content: pdfFile() }
    expect(await codeOf(upload(bound, product, file, { DocumentType: 'brochure' }))).toBe('RULE_VALIDATION_FAILED')
    const { id } = await upload(bound, product, file)
    const move = bound.client.call(moveDocument, {
      params: { product, document: id },
      body: { documentType: 'brochure' },
    })
    expect(await codeOf(move)).toBe('RULE_VALIDATION_FAILED')
  })
})
