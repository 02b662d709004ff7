import { defaultLimits } from '@sheetwright/compiler/1-read/limits.ts'
import { ZipPackage } from '@sheetwright/compiler/1-read/zip-package.ts'
import { repack, writeZip } from '@sheetwright/compiler/write-back/write-zip.ts'

const sheetPart = /^xl\/worksheets\/[^/]+\.xml$/i
const protection = /<(?:\w+:)?sheetProtection\b[^<>]*>(?:\s*<\/(?:\w+:)?sheetProtection>)?/g

/**
 * A copy of an xlsx workbook whose sheets are not protected, so that LibreOffice lets values into their cells: inputs are
 * what the names of the workbook say, whatever people may type into. Nothing else in it changes.
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
      // As bytes: the text around it may hold any characters.
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
