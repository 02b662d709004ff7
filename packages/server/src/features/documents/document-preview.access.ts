import { buffer } from 'node:stream/consumers'
import type { DocumentPreview } from '@sheetwright/contract/documents/get-document-content.ts'
import { categoryOf, extensionOf } from '@sheetwright/contract/documents/file-types.ts'
import { ReadFailure } from '@sheetwright/compiler/1-read/read-failure.ts'
import { ConversionFailed } from '../../platform/office/office.ts'
import type { Services } from '../../services.ts'
import { decodeMarkup } from './decode-markup.ts'
import type { DocumentContent } from './document.store.ts'
import { htmlPreview } from './html-preview.ts'
import { pdfOf } from './office-pdf.ts'
import { type OfficeCategory, officeText } from './office-text.ts'

/** Markup beyond this is cut, office documents beyond this are not read: they are held in memory. */
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

/** How a document is shown, with its text or safe HTML where that is how. */
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

/** The same of any stored file, which is not turned into another format. */
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

/** Makes the PDF before the page is told of it: what cannot be turned is shown as text instead. */
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

/** Texts and slides look like themselves as PDF; of sheets the values are worth more than their pages. */
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
  // Whole or not at all: half an element could take what follows it into itself.
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
  // A locked document of the newer formats is a compound file around the locked zip.
  if (bytes.readUInt8(0) === 0xd0) return { kind: 'none', reason: 'protected' }
  try {
    return { kind: 'text', ...(await officeText(bytes, category)) }
  } catch (error) {
    if (!(error instanceof ReadFailure)) throw error
    return { kind: 'none', reason: error.code === 'PASSWORD_PROTECTED' ? 'protected' : 'damaged' }
  }
}
