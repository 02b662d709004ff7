import { Readable } from 'node:stream'
import { getContent } from '@sheetwright/contract/documents/get-content.ts'
import { categoryOf, extensionOf } from '@sheetwright/contract/documents/file-types.ts'
import type { FileAnswer } from '../../platform/http/file-answer.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { ConversionFailed } from '../../platform/office/office.ts'
import { showsAsPdf } from './document-preview.access.ts'
import { pdfOf } from './office-pdf.ts'
import { tiffPicture } from './tiff-picture.ts'
import { findVersion, stored } from './find-version.ts'

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
