import { defaultLimits } from '../../packages/compiler/src/1-read/limits.ts'
import { streamXml } from '../../packages/compiler/src/1-read/xml.ts'
import { ZipPackage } from '../../packages/compiler/src/1-read/zip-package.ts'

const ignore = { open: () => undefined, close: () => undefined, text: () => undefined }

/** Milliseconds to unpack a workbook and parse its parts, without using the result. */
export async function unzipAndParse(bytes: Uint8Array): Promise<number> {
  const begun = performance.now()
  const zip = await ZipPackage.open(bytes, defaultLimits)
  for (const part of zip.partNames()) {
    if (part.endsWith('.xml') || part.endsWith('.rels')) await streamXml(part, zip.read(part), defaultLimits, ignore)
  }
  return performance.now() - begun
}
