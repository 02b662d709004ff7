import { Readable } from 'node:stream'
import { extensionOf } from '@sheetwright/contract/documents/file-types.ts'
import type { Services } from '../../services.ts'
import { type DocumentContent, notePdf } from './document.store.ts'

const maxBytes = 200 * 1024 * 1024

/**
 * A version of an office document as PDF: the stored one, or a new one that is stored for the next time. Throws
 * `ConversionFailed` if none can be made.
 */
export async function pdfOf(
  { db, files, office }: Services,
  tenantId: string,
  document: { readonly id: string; readonly fileName: string },
  { hash, version, pdfHash }: DocumentContent,
  signal: AbortSignal,
): Promise<{ hash: string; size: number }> {
  const kept = pdfHash === null ? undefined : await files.size(tenantId, pdfHash)
  if (pdfHash !== null && kept !== undefined) return { hash: pdfHash, size: kept }
  const content = await files.open(tenantId, hash)
  const pdf = await office.toPdf(content, extensionOf(document.fileName), { owner: tenantId, signal })
  const stored = await files.put(tenantId, Readable.from([pdf]), { maxBytes, signal })
  await db.inTenant(tenantId, (tx) => notePdf(tx, document.id, version, stored.hash))
  return stored
}
