import { ApiError } from '@sheetwright/contract/api-error.ts'
import { cloneProduct } from '@sheetwright/contract/products/clone-product.ts'
import { deleteCoverImage } from '@sheetwright/contract/products/delete-cover-image.ts'
import { getImage } from '@sheetwright/contract/products/get-image.ts'
import { uploadCoverImage } from '@sheetwright/contract/products/upload-cover-image.ts'
import { listProducts } from '@sheetwright/contract/products/list-products.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { type SignedIn, useTestServer } from '../support/test-server.ts'

const server = useTestServer()

const upload = ({ client }: SignedIn, Product: string, content: Buffer | string, fileName = 'cover.png') =>
  client.call(uploadCoverImage, {
    body: { Product },
    files: { CoverImage: { content: new Blob([Uint8Array.from(Buffer.from(content))]), fileName } },
  })

const read = async ({ client }: SignedIn, product: string, image: string) => {
  const { blob } = await client.call(getImage, { params: { product, image } })
  return Buffer.from(await blob.arrayBuffer())
}

const codeOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof ApiError ? error.code : error
}

/** JPEG cannot compress noise well. */
const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 90 } },
  })
    .png()
    .toBuffer()

it('is kept as JPEG below a megabyte, shown to those who see the product, kept from collection, and taken away', async () => {
  const owner = await server().signIn()
  const { id } = await owner.client.call(createProduct, { body: { Name: 'Covered' } })
  const { coverImage, coverImagePath } = await upload(owner, id, await noise(1800, 1200))
  expect(coverImagePath).toBe(`/api/v1/product/GetImage/${id}/${coverImage}`)
  const shown = await fetch(`${server().origin}${coverImagePath}`, { headers: owner.headers })
  expect(shown.headers.get('cache-control')).toContain('immutable')
  const kept = await read(owner, id, coverImage ?? '')
  expect(kept.length).toBeLessThan(1_000_000)
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg' })

  const stranger = await server().signIn({ tenant: owner })
  expect(await codeOf(read(stranger, id, coverImage ?? ''))).toBe('PRODUCT_NOT_FOUND')
  expect(await codeOf(upload(stranger, id, kept))).toBe('PRODUCT_NOT_FOUND')
  expect(await codeOf(read(owner, id, '0'.repeat(64)))).toBe('FILE_NOT_FOUND')

  const { files } = server().services
  const later = new Date(Date.now() + 60_000)
  await files.collect(owner.tenantId, later)
  expect((await read(owner, id, coverImage ?? '')).equals(kept)).toBe(true)

  const copy = await owner.client.call(cloneProduct, { params: { product: id }, body: { name: 'Copy' } })
  expect(copy.coverImage).toBe(coverImage)
  const removed = await owner.client.call(deleteCoverImage, { params: { product: id } })
  expect([removed.coverImage, removed.coverImagePath]).toEqual([null, null])
  expect(await codeOf(read(owner, id, coverImage ?? ''))).toBe('FILE_NOT_FOUND')
  await files.collect(owner.tenantId, later)
  expect((await read(owner, copy.id, coverImage ?? '')).equals(kept)).toBe(true)
  await owner.client.call(deleteCoverImage, { params: { product: copy.id } })
  await files.collect(owner.tenantId, later)
  expect(await files.size(owner.tenantId, coverImage ?? '')).toBeUndefined()
})

it('comes with a new product, or the product is not made', async () => {
  const owner = await server().signIn()
  const create = (Name: string, content: Buffer | string) =>
    owner.client.call(createProduct, {
      body: { Name },
      files: { CoverImage: { content: new Blob([Uint8Array.from(Buffer.from(content))]), fileName: 'cover.png' } },
    })
  const { id, coverImage } = await create('Born with a cover', await noise(60, 20))
  expect(await sharp(await read(owner, id, coverImage ?? '')).metadata()).toMatchObject({ format: 'jpeg', width: 60 })
  expect(await codeOf(create('Never born', 'no picture'))).toBe('INVALID_FILE_TYPE')
  const { items } = await owner.client.call(listProducts, { body: {} })
  expect(items.map(({ name }) => name)).toEqual(['Born with a cover'])
})

it('keeps transparent pictures on white and photographs upright', async () => {
  const owner = await server().signIn()
  const { id } = await owner.client.call(createProduct, { body: { Name: 'Shapes' } })
  const glass = { create: { width: 30, height: 10, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } } as const
  const first = await upload(owner, id, await sharp(glass).png().toBuffer())
  const { dominant } = await sharp(await read(owner, id, first.coverImage ?? '')).stats()
  expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240)
  const turned = await sharp({ create: { width: 30, height: 10, channels: 3, background: '#123456' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const second = await upload(owner, id, turned)
  const shown = await sharp(await read(owner, id, second.coverImage ?? '')).metadata()
  expect([shown.width, shown.height]).toEqual([10, 30])
})

it.each([
  ['text', 'no picture'],
  ['an SVG, which could reach for other files', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
  ['nothing', ''],
])('refuses %s and leaves the product as it was', async (_what, content) => {
  const owner = await server().signIn()
  const { id } = await owner.client.call(createProduct, { body: { Name: 'Bare' } })
  expect(await codeOf(upload(owner, id, content))).toBe('INVALID_FILE_TYPE')
})

it('refuses a picture that unfolds to more points than memory is kept for', async () => {
  const owner = await server().signIn()
  const { id } = await owner.client.call(createProduct, { body: { Name: 'Bomb' } })
  const bomb = await sharp({ create: { width: 9000, height: 8000, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  expect(bomb.length).toBeLessThan(1_000_000)
  expect(await codeOf(upload(owner, id, bomb))).toBe('INVALID_FILE_TYPE')
})
