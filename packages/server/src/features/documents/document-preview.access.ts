import { buffer } from 'node:stream/consumers'
import type { DocumentPreview } from '@sheetwright/contract/documents/get-document-content.ts'
import { categoryOf, extensionOf } from '@sheetwright/contract/documents/file-types.ts'
import { ReadFailure } from '@sheetwright/compiler/office-package.ts'
import { ConversionFailed } from '../../platform/office/office.ts'
import type { Services } from '../../services.ts'
import { decodeMarkup } from './decode-markup.ts'
import type { DocumentContent } from './document.store.ts'
import { htmlPreview } from './html-preview.ts'
import { pdfOf } from './office-pdf.ts'
import { type OfficeCategory, officeText } from './office-text.ts'

/** Longer markup is cut, and larger office documents are not read: both are held in memory. */
const markupBytes = 2 * 1024 * 1024
const officeBytes = 50 * 1024 * 1024

/** The longest preview of markup that is sent. */
const markupCharacters = 2_000_000

const oldFormats: ReadonlySet<string> = new Set(['.xls', '.xlsb', '.doc', '.ppt', '.pot', '.pps'])

interface Content {
  readonly fileName: string
  readonly content: Pick<DocumentContent, 'hash' | 'size'>
}

interface Previewed extends Content {
  readonly id: string
  readonly content: DocumentContent
}

/** How a document is previewed, with its text or safe HTML if needed. */
export async function previewOf(
  services: Services,
  tenantId: string,
  document: Previewed,
  signal: AbortSignal,
): Promise<DocumentPreview> {
  if (showsAsPdf(services, document.fileName) && (await hasPdf(services, tenantId, document, signal))) {
    return { kind: 'pdf' }
  }
  return plainPreview(services, tenantId, document, signal)
}

/** The same for any stored file; it is not converted to another format. */
export async function plainPreview(
  services: Services,
  tenantId: string,
  document: Content,
  signal: AbortSignal,
): Promise<DocumentPreview> {
  const category = categoryOf(document.fileName)
  if (category === 'Image') return { kind: 'image' }
  if (category === 'PDF') return { kind: 'pdf' }
  if (category === 'Html') return markupPreview(services, tenantId, document, signal)
  if (category !== 'Doc' && category !== 'PPT' && category !== 'Excel') return { kind: 'none', reason: 'noConverter' }
  return officePreview(services, tenantId, document, category)
}

/** Makes the PDF before the page offers it: a document that cannot be converted is shown as text instead. */
async function hasPdf(
  services: Services,
  tenantId: string,
  document: Previewed,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await pdfOf(services, tenantId, document, document.content, signal)
    return true
  } catch (error) {
    if (!(error instanceof ConversionFailed)) throw error
    return false
  }
}

/** Texts and slides keep their look as PDF; for sheets the values matter more than their pages. */
export function showsAsPdf({ office }: Services, fileName: string): boolean {
  if (!office.isInstalled) return false
  const category = categoryOf(fileName)
  return category === 'Doc' || category === 'PPT' || (category === 'Excel' && oldFormats.has(extensionOf(fileName)))
}

async function markupPreview(
  { files }: Services,
  tenantId: string,
  { fileName, content }: Content,
  signal: AbortSignal,
): Promise<DocumentPreview> {
  const end = Math.min(content.size, markupBytes) - 1
  const text = decodeMarkup(await buffer(await files.open(tenantId, content.hash, { start: 0, end })))
  const cut = content.size > markupBytes
  if (extensionOf(fileName) === '.xml') return { kind: 'text', parts: [{ title: '', text }], shortened: cut }
  const html = await htmlPreview(text, signal)
  // All or nothing: a cut element could swallow the markup after it.
  if (html === undefined || html.length > markupCharacters) return { kind: 'none', reason: 'tooLarge' }
  return { kind: 'html', html, shortened: cut }
}

async function officePreview(
  { files }: Services,
  tenantId: string,
  { fileName, content }: Content,
  category: OfficeCategory,
): Promise<DocumentPreview> {
  if (oldFormats.has(extensionOf(fileName))) return { kind: 'none', reason: 'noConverter' }
  if (content.size > officeBytes) return { kind: 'none', reason: 'tooLarge' }
  const bytes = await buffer(await files.open(tenantId, content.hash))
  // A password-protected document of the newer formats is a compound file around the encrypted zip.
  if (bytes.readUInt8(0) === 0xd0) return { kind: 'none', reason: 'protected' }
  try {
    return { kind: 'text', ...(await officeText(bytes, category)) }
  } catch (error) {
    if (!(error instanceof ReadFailure)) throw error
    return { kind: 'none', reason: error.code === 'PASSWORD_PROTECTED' ? 'protected' : 'damaged' }
  }
}
