import { defaultLimits } from '../1-read/limits.ts'
import { ZipPackage } from '../1-read/zip-package.ts'
import { repack, writeZip } from '../write-back/write-zip.ts'

const sheetPart = /^xl\/worksheets\/[^/]+\.xml$/i
const protection = /<(?:\w+:)?sheetProtection\b[^<>]*>(?:\s*<\/(?:\w+:)?sheetProtection>)?/g

/**
 * Copies an xlsx workbook without sheet protection, so that another spreadsheet program can write into its cells: the
 * workbook's names define the inputs, whatever cells people may edit. Nothing else changes.
 */
export async function withoutProtection(bytes: Uint8Array): Promise<Uint8Array> {
  const book = await ZipPackage.open(bytes, defaultLimits)
  const parts = []
  let isChanged = false
  for await (const part of book.packed()) {
    const name = part.entry.fileNameRaw.toString('utf8')
    const content = sheetPart.test(name) ? await book.readWhole(name) : undefined
    if (content === undefined || !content.includes('sheetProtection')) parts.push(part)
    else {
      // As latin1 to keep all bytes: the surrounding text may hold any characters.
      const text = content.toString('latin1').replaceAll(protection, '')
      parts.push(await repack(part, only(Buffer.from(text, 'latin1'))))
      isChanged = true
    }
  }
  return isChanged ? writeZip(parts) : bytes
}

async function* only(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}
