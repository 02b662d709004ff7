import { ApiError } from '@sheetwright/contract/api-error.ts'
import { createDocument } from '@sheetwright/contract/documents/create-document.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import type { SignedIn } from '../support/test-server.ts'

export async function productOf({ client }: SignedIn, Name = 'Motor'): Promise<string> {
  const { id } = await client.call(createProduct, { body: { Name } })
  return id
}

export function upload(
  { client }: SignedIn,
  product: string,
  file: { readonly name: string; readonly content: Buffer | string },
  body: { DocumentType?: string; Metadata?: string } = {},
) {
  const content = new Blob([Uint8Array.from(Buffer.from(file.content))])
  return client.call(createDocument, {
    params: { product },
    body,
    files: { File: { content, fileName: file.name } },
  })
}

export async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof ApiError ? error.code : error
}
