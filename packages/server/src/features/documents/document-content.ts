import { Readable } from 'node:stream'
import { downloadDocument, getContent, getDocumentContent } from '@sheetwright/contract/documents/document-content.ts'
import { categoryOf, extensionOf } from '@sheetwright/contract/documents/file-types.ts'
import type { ByteRange } from '../../platform/files/file-store.ts'
import type { FileAnswer } from '../../platform/http/file-answer.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { handle } from '../../platform/http/handle.ts'
import { ConversionFailed } from '../../platform/office/office.ts'
import type { Services } from '../../services.ts'
import { documentFor } from './document.access.ts'
import { previewOf, showsAsPdf } from './document-preview.ts'
import { type DocumentContent, findContent, type StoredDocument } from './document.store.ts'
import { pdfOf } from './office-pdf.ts'
import { tiffPicture } from './tiff-picture.ts'

interface Asked {
  readonly caller: UserIdentity
  readonly services: Services
  readonly params: { readonly product: string; readonly document: string }
  readonly query: { readonly version?: number | undefined }
}

interface Found {
  readonly document: StoredDocument
  readonly content: DocumentContent
}

export const downloadDocumentHandler = handle(downloadDocument, async (context) => {
  const { document, content } = await findVersion(context)
  return stored(context, content.hash, content.size, { fileName: document.fileName, contentType: document.contentType })
})

export const getContentHandler = handle(getContent, async (context): Promise<FileAnswer> => {
  const { caller, services, signal } = context
  const { document, content } = await findVersion(context)
  const { fileName, contentType } = document
  const category = categoryOf(fileName)
  if (category === 'PDF' || (category === 'Image' && extensionOf(fileName) !== '.tiff')) {
    return { ...stored(context, content.hash, content.size, { fileName, contentType }), disposition: 'inline' }
  }
  if (category === 'Image') {
    const picture = await tiffPicture(await services.files.open(caller.tenantId, content.hash))
    return {
      fileName: `${fileName}.jpg`,
      contentType: 'image/jpeg',
      disposition: 'inline',
      open: () => Readable.from([picture]),
    }
  }
  if (!showsAsPdf(services, fileName)) {
    throw new CallError('INVALID_FILE_TYPE', 'A document of this type has no picture and no PDF to show')
  }
  const pdf = await pdfOf(services, caller.tenantId, document, content, signal).catch((error: unknown) => {
    if (!(error instanceof ConversionFailed)) throw error
    throw new CallError('INVALID_FILE_TYPE', 'The document is damaged or locked: it cannot be shown as PDF')
  })
  const name = { fileName: `${fileName}.pdf`, contentType: 'application/pdf' }
  return { ...stored(context, pdf.hash, pdf.size, name), disposition: 'inline' }
})

export const getDocumentContentHandler = handle(getDocumentContent, async (context) => {
  const { document, content } = await findVersion(context)
  const { id, fileName } = document
  return previewOf(context.services, context.caller.tenantId, { id, fileName, content }, context.signal)
})

async function findVersion({ caller, params, query, services: { db } }: Asked): Promise<Found> {
  return db.inTenant(caller.tenantId, async (tx) => {
    const { document } = await documentFor(tx, caller, params, 'view')
    const content = await findContent(tx, document.id, query.version ?? document.version)
    if (content === undefined) throw new CallError('FILE_NOT_FOUND', `The document has no version ${query.version}`)
    return { document, content }
  })
}

function stored(
  { caller, services: { files } }: Pick<Asked, 'caller' | 'services'>,
  hash: string,
  size: number,
  name: { readonly fileName: string; readonly contentType: string },
): FileAnswer {
  return { ...name, etag: hash, size, open: (range?: ByteRange) => files.open(caller.tenantId, hash, range) }
}
