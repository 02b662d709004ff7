import { createSection } from '@sheetwright/contract/documents/create-section.ts'
import { deleteSection } from '@sheetwright/contract/documents/delete-section.ts'
import { undeleteDocument } from '@sheetwright/contract/documents/undelete-document.ts'
import { listDocuments } from '@sheetwright/contract/documents/list-documents.ts'
import { listSections } from '@sheetwright/contract/documents/list-sections.ts'
import { updateSection } from '@sheetwright/contract/documents/update-section.ts'
import { getProduct } from '@sheetwright/contract/products/get-product.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placedAt } from '../../src/features/documents/section-order.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'
import { codeOf, productOf, upload } from './people.ts'
import { pdfFile } from './sample-files.ts'

const server = useTestServer()

const order = async ({ client }: SignedIn, product: string) =>
  (await client.call(listSections, { params: { product } })).map(({ name, position }) => `${position} ${name}`)

describe('the sections of a product', () => {
  it('are at first service documentation, brochures and images', async () => {
    const owner = await server().signIn()
    const product = await productOf(owner)
    expect(await order(owner, product)).toEqual(['1 serviceDocumentation', '2 brochure', '3 images'])
    const detail = await owner.client.call(getProduct, { params: { product } })
    expect(detail.sections.map(({ name, fileTypes }) => [name, fileTypes])).toContainEqual(['images', ['Image']])
  })

  it('are made, renamed, moved and deleted, and always numbered from 1', async () => {
    const owner = await server().signIn()
    const product = await productOf(owner)
    const { client } = owner
    const made = await client.call(createSection, { params: { product }, body: { name: '約款' } })
    expect(made).toMatchObject({ position: 4, documents: 0 })
    await client.call(createSection, { params: { product }, body: { name: 'First', position: 0 } })
    expect(await order(owner, product)).toEqual([
      '1 First',
      '2 serviceDocumentation',
      '3 brochure',
      '4 images',
      '5 約款',
    ])
    const moved = await client.call(updateSection, {
      params: { product, section: made.id },
      body: { name: 'Terms', position: 2 },
    })
    expect(moved.map(({ name }) => name)).toEqual(['First', 'Terms', 'serviceDocumentation', 'brochure', 'images'])
    await client.call(updateSection, { params: { product, section: 'FIRST' }, body: { position: 99 } })
    await client.call(deleteSection, { params: { product, section: 'brochure' } })
    expect(await order(owner, product)).toEqual(['1 Terms', '2 serviceDocumentation', '3 images', '4 First'])
  })

  it('have names of their own and keep to the rules of names', async () => {
    const owner = await server().signIn()
    const product = await productOf(owner)
    const create = (name: string) => owner.client.call(createSection, { params: { product }, body: { name } })
    expect(await codeOf(create('BROCHURE'))).toBe('SECTION_ALREADY_EXISTS')
    expect(await codeOf(create('../up'))).toBe('INVALID_INPUT')
    const rename = owner.client.call(updateSection, {
      params: { product, section: 'images' },
      body: { name: 'Brochure' },
    })
    expect(await codeOf(rename)).toBe('SECTION_ALREADY_EXISTS')
  })

  it('with documents are deleted by force only, and the documents can be brought back with their section', async () => {
    const owner = await server().signIn()
    const product = await productOf(owner)
    const { id } = await upload(
      owner,
      product,
      { name: 'leaflet.pdf', content: pdfFile() },
      { DocumentType: 'brochure' },
    )
    const remove = (force: 'true' | 'false') =>
      owner.client.call(deleteSection, { params: { product, section: 'brochure' }, query: { force } })
    expect(await codeOf(remove('false'))).toBe('SECTION_NOT_EMPTY')
    await remove('true')
    expect(await order(owner, product)).toEqual(['1 serviceDocumentation', '2 images'])
    const deleted = await owner.client.call(listDocuments, {
      params: { product },
      body: { search: [{ field: 'isdeleted', value: true }] },
    })
    expect(deleted.items.map(({ fileName, documentType }) => [fileName, documentType])).toEqual([
      ['leaflet.pdf', 'brochure'],
    ])
    const restored = await owner.client.call(undeleteDocument, { params: { product, document: id } })
    expect(restored.documentType).toBe('brochure')
    expect(await order(owner, product)).toEqual(['1 serviceDocumentation', '2 images', '3 brochure'])
  })

  it('keep the last one, and take no type away that a document has', async () => {
    const owner = await server().signIn()
    const product = await productOf(owner)
    await upload(owner, product, { name: 'guide.pdf', content: pdfFile() })
    const narrow = owner.client.call(updateSection, {
      params: { product, section: 'serviceDocumentation' },
      body: { fileTypes: ['Word'] },
    })
    expect(await codeOf(narrow)).toBe('INVALID_FILE_TYPE')
    for (const section of ['brochure', 'images'])
      await owner.client.call(deleteSection, { params: { product, section } })
    const last = owner.client.call(deleteSection, {
      params: { product, section: 'serviceDocumentation' },
      query: { force: 'true' },
    })
    expect(await codeOf(last)).toBe('LAST_SECTION')
  })

  it('made at the same time all get a place of their own', async () => {
    const owner = await server().signIn()
    const product = await productOf(owner)
    const names = ['A', 'B', 'C', 'D', 'E', 'F']
    await Promise.all(
      names.map((name) => owner.client.call(createSection, { params: { product }, body: { name, position: 1 } })),
    )
    const sections = await owner.client.call(listSections, { params: { product } })
    expect(sections.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })
})

it('puts a section at every place there is, and leaves the others in their order', () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 8 })
  const property = fc.property(ids, fc.nat(), fc.integer({ min: 0, max: 12 }), (all, which, position) => {
    const id = all[which % all.length] ?? ''
    const placed = placedAt(all, id, position)
    expect(placed.indexOf(id)).toBe(Math.min(Math.max(position, 1), all.length) - 1)
    expect(placed.filter((each) => each !== id)).toEqual(all.filter((each) => each !== id))
  })
  fc.assert(property, { seed: 51 })
})
